/** Calls of libraries that speak to services: what takes something away there is seen, and everyday calls beside it are not. */
import { expect, test } from 'vitest'
import { understood } from '../shell/world.ts'

const PROGRAMS: Readonly<Record<string, string>> = { python: 'python3 -c', node: 'node -e', ruby: 'ruby -e' }

/** What the code loses on services. */
function losses(language: string, code: string): readonly string[] {
  const { effects } = understood(`${PROGRAMS[language]} '${code.replaceAll("'", `'\\''`)}'`)
  const gone = new Set(['infrastructure', 'data', 'delete', 'publish', 'send'])
  return effects.filter(({ verb }) => gone.has(verb)).map(({ verb, target }) => `${verb} ${target.value}`)
}

const RDS = "import boto3\nboto3.client('rds').delete_db_instance(DBInstanceIdentifier='prod')"
const SUPABASE = "from supabase import create_client\ns = create_client('https://a.supabase.co', 'k')\n"
const PINECONE = "from pinecone import Pinecone\npc = Pinecone(api_key='k')\n"
const MONGO = "from pymongo import MongoClient\ndb = MongoClient('mongodb://db.example.com:27017').shop\n"
const STRIPE = "import stripe\nstripe.api_key = 'KEY'\nstripe.Refund.create(charge='ch_1')"

test.each([
  ['python', RDS],
  // Words that stand anywhere are no trial.
  ['python', `${RDS}\nresponses = []`],
  ['python', `${RDS}\nprint('not a sandbox')`],
  ['python', `import openai\nc = openai.OpenAI()\nc.responses.create(model='x')\n${RDS}`],
  ['python', `import boto3\nc = boto3.client('s3')\nc.create_bucket(Bucket='y')\nc.delete_bucket(Bucket='x')`],
  ['python', `${SUPABASE}s.table('todos').delete().neq('id', 0).execute()`],
  ['python', `${PINECONE}pc.Index('docs').delete(delete_all=True)`],
  ['python', `${PINECONE}pc.delete_index('docs')`],
  ['python', `${MONGO}db.orders.drop()`],
  ['python', `${MONGO}db.orders.delete_many({})`],
  ['python', "import boto3\nboto3.resource('dynamodb').Table('orders').delete()"],
  ['python', "import boto3\nboto3.resource('s3').Bucket('prod').delete()"],
  ['python', "import weaviate\nc = weaviate.Client('https://w.example.com')\nc.collections.delete('Article')"],
  ['python', STRIPE.replace('KEY', 'sk_live_1')],
  ['node', "const nock = 1; const {S3} = require('@aws-sdk/client-s3'); new S3().deleteBucket({Bucket: 'prod'})"],
  [
    'node',
    "const {Client} = require('@elastic/elasticsearch'); new Client({node: 'https://es.example.com'}).indices.delete({index: 'logs'})",
  ],
  [
    'ruby',
    "require 'aws-sdk-rds'; puts 'sandbox'; Aws::RDS::Client.new.delete_db_instance(db_instance_identifier: 'p')",
  ],
])('%s loses: %s', (language, code) => {
  expect(losses(language, code)).not.toEqual([])
})

test.each([
  ['python', `from moto import mock_aws\n@mock_aws\ndef run():\n  ${RDS.split('\n')[1]}\nimport boto3\nrun()`],
  ['python', `import responses\n${RDS}`],
  ['python', "import boto3\nboto3.client('rds').delete_db_instance(DBInstanceIdentifier='sandbox')"],
  ['python', RDS.replace("'rds'", "'rds', endpoint_url='http://localhost:4566'")],
  [
    'python',
    "import boto3\nc = boto3.client('s3')\nc.create_bucket(ACL='private', Bucket='x')\nc.delete_bucket(Bucket='x')",
  ],
  ['python', `${SUPABASE}s.table('todos').delete().eq('id', 1).execute()`],
  ['python', `${PINECONE}pc.Index('docs').delete(ids=['a'])`],
  [
    'python',
    "from algoliasearch.search_client import SearchClient\nc = SearchClient.create('A', 'k')\nc.init_index('movies').delete_object('1')",
  ],
  ['python', "import openai\nopenai.OpenAI().files.delete('file-1')"],
  ['python', STRIPE.replace('KEY', 'sk_test_1')],
  [
    'node',
    "const {mockClient} = require('aws-sdk-client-mock'); const {S3} = require('@aws-sdk/client-s3'); new S3().deleteBucket({Bucket: 'x'})",
  ],
  ['node', "import nock from 'nock'; import {S3} from '@aws-sdk/client-s3'; new S3().deleteBucket({Bucket: 'x'})"],
  ['node', "import OpenAI from 'openai'; new OpenAI().files.delete('file-1')"],
  [
    'node',
    "const {createClient} = require('@supabase/supabase-js'); createClient('https://a.supabase.co', 'k').from('todos').delete().eq('id', 1)",
  ],
  [
    'ruby',
    "require 'webmock/rspec'; require 'aws-sdk-rds'; Aws::RDS::Client.new.delete_db_instance(db_instance_identifier: 'p')",
  ],
])('%s keeps: %s', (language, code) => {
  expect(losses(language, code)).toEqual([])
})
