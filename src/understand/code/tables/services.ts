/**
 * Libraries by which code speaks to services: by language, the first parts of their full names. What is called on them is said as the
 * words of the command line behind `as`, or of their own name.
 */

export interface ServiceLibrary {
  /** The command line that does the same, where the reviewer knows one. */
  readonly as?: 'aws' | 'gcloud' | 'az' | 'kubectl' | 'mongosh'
  /** It keeps documents or keys: taking a single one away is what it is for, taking away what holds them is not. */
  readonly holds?: true
  /** Without an address it speaks to this machine. */
  readonly local?: true
}

const AWS: ServiceLibrary = { as: 'aws' }
const GOOGLE: ServiceLibrary = { as: 'gcloud' }
const AZURE: ServiceLibrary = { as: 'az' }
const KUBERNETES: ServiceLibrary = { as: 'kubectl' }
const MONGO: ServiceLibrary = { as: 'mongosh', holds: true, local: true }
const STORE: ServiceLibrary = { holds: true }
const LOCAL_STORE: ServiceLibrary = { holds: true, local: true }
const LOCAL: ServiceLibrary = { local: true }

type Libraries = Readonly<Record<string, ServiceLibrary>>

/** Names with blanks between them, all of one kind. */
const each = (names: string, library: ServiceLibrary = {}): Libraries =>
  Object.fromEntries(names.split(' ').map(name => [name, library]))

const PYTHON: Libraries = {
  ...each('boto3 botocore aiobotocore aioboto3', AWS),
  ...each('google.cloud googleapiclient google.ads', GOOGLE),
  ...each('azure msgraph', AZURE),
  ...each('kubernetes kubernetes_asyncio kr8s pykube lightkube', KUBERNETES),
  ...each('pymongo motor mongoengine pymongo_inmemory', MONGO),
  ...each('redis rediscluster aioredis valkey memcache pymemcache pylibmc', LOCAL_STORE),
  ...each('elasticsearch elasticsearch_dsl opensearchpy cassandra couchbase couchdb neo4j arango rethinkdb', STORE),
  ...each(
    'firebase_admin supabase pinecone turbopuffer upstash_redis meilisearch algoliasearch typesense pysolr',
    STORE,
  ),
  ...each('chromadb qdrant_client pymilvus weaviate lancedb influxdb influxdb_client clickhouse_connect', LOCAL_STORE),
  ...each('kafka confluent_kafka aiokafka pika nats pulsar kombu', LOCAL),
  ...each('github gitlab atlassian jira gidgethub ghapi pygerrit2 jenkins jenkinsapi buildkite'),
  ...each('datadog datadog_api_client pagerduty pdpyras grafana_client sentry_sdk newrelic opsgenie_sdk statuspageio'),
  ...each('stripe paypalrestsdk braintree square shopify chargebee recurly plaid adyen mollie razorpay'),
  ...each(
    'twilio sendgrid mailchimp_marketing slack_sdk slack discord telegram telebot hubspot simple_salesforce intercom',
  ),
  ...each(
    'huggingface_hub openai anthropic replicate wandb mlflow kaggle modal runpod clearml neptune comet_ml langsmith',
  ),
  ...each(
    'digitalocean pydo hcloud linode_api4 vultr ovh cloudflare CloudFlare heroku3 openstack novaclient cinderclient',
  ),
  ...each(
    'keystoneauth1 proxmoxer pyVim pyVmomi libvirt scaleway ionoscloud oci ibm_cloud_sdk_core aliyunsdkcore tencentcloud',
  ),
  ...each('auth0 okta keycloak ldap3 ldap workos onelogin tailscale hvac consul nomad etcd3 kazoo'),
  ...each('snowflake databricks airflow_client prefect dagster_graphql dbtc fivetran notion_client pyairtable gspread'),
  ...each(
    'zenpy zendesk trello todoist_api_python asana linear_api contentful_management sanity ghost launchdarkly_api',
  ),
  ...each('temporalio unleashclient minio b2sdk dropbox boxsdk paho swiftclient netmiko napalm ncclient routeros_api'),
}

const NODE: Libraries = {
  ...each('@aws-sdk/* aws-sdk @aws-lite/client', AWS),
  ...each('@google-cloud/* googleapis', GOOGLE),
  ...each('@azure/* @microsoft/microsoft-graph-client', AZURE),
  ...each('@kubernetes/client-node', KUBERNETES),
  ...each('mongodb mongoose monk', MONGO),
  ...each('redis ioredis @redis/client memcached @valkey/*', LOCAL_STORE),
  ...each(
    '@elastic/elasticsearch @opensearch-project/opensearch cassandra-driver couchbase nano neo4j-driver arangojs',
    STORE,
  ),
  ...each(
    'firebase-admin @supabase/supabase-js @pinecone-database/pinecone @upstash/* meilisearch algoliasearch',
    STORE,
  ),
  ...each('typesense weaviate-client chromadb @qdrant/js-client-rest @zilliz/* @influxdata/*', LOCAL_STORE),
  ...each('kafkajs amqplib nats bullmq bull', LOCAL),
  ...each('@octokit/* octokit @gitbeaker/* gitea-js bitbucket jira-client jira.js jenkins'),
  ...each('@datadog/* @pagerduty/* @sentry/api newrelic'),
  ...each('stripe braintree square @paypal/* @shopify/* razorpay @mollie/* chargebee @adyen/* plaid @paddle/*'),
  ...each('twilio @sendgrid/* resend @mailchimp/* @slack/* discord.js telegraf @hubspot/* jsforce intercom-client'),
  ...each('@huggingface/* openai @anthropic-ai/* replicate'),
  ...each('do-wrapper dots-wrapper hcloud-js @linode/* cloudflare heroku-client @vercel/* netlify @netlify/*'),
  ...each('auth0 @auth0/* @okta/* @keycloak/* @clerk/* @workos-inc/* ldapjs node-vault consul etcd3 zookeeper'),
  ...each('snowflake-sdk @databricks/* @notionhq/client airtable contentful-management @sanity/client @tryghost/*'),
  ...each('@linear/sdk @temporalio/* @neondatabase/* minio dropbox box-node-sdk mqtt launchdarkly-api @contentful/*'),
}

const RUBY: Libraries = {
  ...each('Aws', AWS),
  ...each('Google', GOOGLE),
  ...each('Azure', AZURE),
  ...each('K8s Kubeclient', KUBERNETES),
  ...each('Mongo', MONGO),
  ...each('Redis Dalli', LOCAL_STORE),
  ...each('Elasticsearch OpenSearch Algolia MeiliSearch Typesense Neo4j', STORE),
  ...each('Octokit Gitlab Stripe Twilio SendGrid Slack Dogapi DatadogAPIClient DropletKit PlatformAPI Cloudflare'),
  ...each(
    'Fog Braintree Square ShopifyAPI Sidekiq Bunny Kafka Vault Diplomat Intercom Restforce JIRA Hcloud Recurly ChargeBee',
  ),
}

const PHP: Libraries = {
  ...each('Aws', AWS),
  ...each('Google', GOOGLE),
  ...each('MongoDB', MONGO),
  ...each('Redis Predis Memcached', LOCAL_STORE),
  ...each('Elasticsearch Elastic OpenSearch Algolia MeiliSearch', STORE),
  ...each(
    'Stripe Twilio SendGrid Github Gitlab Cloudflare DigitalOceanV2 Braintree Square Shopify Mollie Recurly ChargeBee',
  ),
}

/** In Go code a package goes by the last part of its path, which is short: it counts where the path stands in the code. */
const GO: Libraries = {
  ...each('s3 ec2 rds dynamodb lambda iam cloudformation eks ecs sqs sns route53 secretsmanager kms', AWS),
  ...each('storage bigquery pubsub firestore spanner', GOOGLE),
  ...each('armresources armcompute armstorage armsql', AZURE),
  ...each('kubernetes clientset', KUBERNETES),
  ...each('mongo', MONGO),
  ...each('redis memcache', LOCAL_STORE),
  ...each('elasticsearch opensearch opensearchapi', STORE),
  ...each('github gitlab stripe twilio cloudflare godo hcloud linodego api sarama kafka'),
}

/** Objects of a server's own console. */
const GROOVY: Libraries = each('Jenkins Hudson hudson jenkins')

export const SERVICE_LIBRARIES: Readonly<Record<string, Libraries>> = {
  python: PYTHON,
  node: NODE,
  ruby: RUBY,
  php: PHP,
  go: GO,
  groovy: GROOVY,
}

/** Names under which code says where a service is. */
export const ADDRESS_NAMES =
  /^(endpoint(_?url)?|url|uri|hosts?|hostname|addr|address|baseurl|base_url|api_base|server|servers|connection_?string|nodes?|(bootstrap_?)?servers?|brokers?|contact_?points?|cluster_?url|account|dsn)$/i

/** Modules and decorators that stand in for services in tests. */
export const STANDS_IN =
  /^(moto|mock_aws|mock_\w+|mockClient|localstack|nock|fakeredis|mongomock|vcr|responses|respx|webmock|aws-sdk-client-mock|aws-sdk-mock)$/i

/** Verbs after which something is gone, or somebody may do more. */
export const ACTING_VERBS =
  /^(begin-|admin-|batch-|bulk-|force-|hard-|async-|schedule-|recursive-)*(delete|destroy|terminate|drop|purge|wipe|truncate|remove|revoke|cancel|deregister|flush|flushall|flushdb|erase|uninstall|unpublish|del|empty|void|close-account|reset|disband|deprovision|key-deletion|schedule-key-deletion|obliterate|nuke)(-.*)?$|-(delete|destroy|terminate|drop|purge|deletion)$|^(attach-(user|role|group)-policy|put-(user|role|group|bucket)-policy|create-access-key|create-login-profile|add-user-to-group|put-bucket-acl|stop-logging|disable-security-hub|add-iam-policy-binding|set-iam-policy)$/

/** What is one among many, and made to be taken away again: in the singular. */
export const SMALL_NOUNS = new Set(
  'comment reaction label tag tagging message webhook cookie session lock draft lease item row point vector embedding field attribute key thread response cache listener event-listener handler callback watch subscriber permission target file reviewer assignee member-from-channel reminder bookmark pin'.split(
    ' ',
  ),
)

/** What holds documents or keys: in the singular. */
export const HOLDS = new Set(
  'index collection database db table class schema keyspace namespace all many query recursive topic bucket user node alias snapshot template everything'.split(
    ' ',
  ),
)

/** By the library, the last word before the method, and the method. */
export const NOTICED: readonly { readonly libraries: RegExp; readonly calls: RegExp; readonly line: string }[] = [
  {
    libraries: /^stripe$/i,
    calls: /^(refund|payout|transfer|topup|charge) create$/,
    line: 'stripe refunds create --live',
  },
  { libraries: /^twilio$/i, calls: /^(message|call) create$/, line: 'twilio api:core:messages:create --to' },
  {
    libraries: /^(@?sendgrid|resend|mailchimp_marketing|@mailchimp)$/i,
    calls: /(^|\b)(send|send-multiple|send-email)$/,
    line: 'sendgrid send',
  },
  {
    libraries: /^(boto3|@aws-sdk|Aws)$/,
    calls: /\bsend-(bulk-|templated-|raw-)*email(-command)?$/,
    line: 'aws ses send-email --to',
  },
]
