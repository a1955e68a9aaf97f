/** deploy/collector.yaml against the settings that the published schemas of its components have. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Keys = { readonly [key: string]: true | Keys }

const keys = (text: string): Keys => Object.fromEntries(text.split(' ').map(key => [key, true as const]))

const RETRY = keys('enabled initial_interval max_interval max_elapsed_time multiplier randomization_factor')
const QUEUE: Keys = {
  ...keys('enabled num_consumers queue_size sizer storage block_on_overflow wait_for_result'),
  batch: keys('flush_timeout min_size max_size sizer partition'),
}
const CLIENT_TLS = keys('insecure insecure_skip_verify ca_file cert_file key_file server_name_override')
const SIGNAL = keys('topic encoding topic_from_metadata_key message_key_from_metadata_key')
const CLICKHOUSE: Keys = {
  ...keys(
    'endpoint username password database connection_params create_schema compress async_insert ttl cluster_name timeout',
  ),
  ...keys('logs_table_name traces_table_name metrics_tables table_engine json'),
  tls: CLIENT_TLS,
  retry_on_failure: RETRY,
  sending_queue: QUEUE,
}
const SETTINGS: Readonly<Record<string, Readonly<Record<string, Keys>>>> = {
  extensions: {
    health_check: keys('endpoint path tls'),
    file_storage: keys('directory timeout create_directory directory_permissions fsync compaction recreate'),
    bearertokenauth: keys('filename token tokens scheme header'),
  },
  receivers: {
    otlp: {
      protocols: {
        http: {
          ...keys('endpoint max_request_body_size include_metadata cors compression_algorithms'),
          tls: keys('cert_file key_file client_ca_file min_version reload_interval'),
          auth: keys('authenticator request_params'),
        },
      },
    },
  },
  processors: {
    memory_limiter: keys('check_interval limit_mib limit_percentage spike_limit_mib spike_limit_percentage'),
  },
  exporters: {
    clickhouse: CLICKHOUSE,
    kafka: {
      ...keys('brokers protocol_version client_id timeout auth topic_from_attribute record_headers record_partitioner'),
      ...keys('partition_logs_by_resource_attributes partition_metrics_by_resource_attributes'),
      logs: SIGNAL,
      metrics: SIGNAL,
      tls: CLIENT_TLS,
      producer: keys(
        'max_message_bytes required_acks compression compression_params flush_max_messages allow_auto_topic_creation linger',
      ),
      retry_on_failure: RETRY,
      sending_queue: QUEUE,
    },
    file: {
      ...keys('path append format compression flush_interval create_directory group_by'),
      rotation: keys('max_megabytes max_days max_backups localtime'),
    },
  },
}

const text = readFileSync('deploy/collector.yaml', 'utf8')
const config = parse(text)

/** Paths of settings that no schema has. */
function unknownIn(value: unknown, known: true | Keys | undefined, path: string): readonly string[] {
  if (known === undefined) return [path]
  if (known === true || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    unknownIn(inner, Object.hasOwn(known, key) ? known[key] : undefined, `${path}.${key}`),
  )
}

test.each(Object.keys(SETTINGS))('%s have settings that their schemas have', kind => {
  const known = SETTINGS[kind] ?? {}
  const found = Object.entries(config[kind]).flatMap(([name, settings]) =>
    unknownIn(settings, known[String(name.split('/')[0])], name),
  )
  expect(found).toEqual([])
  expect(Object.keys(config).filter(each => each !== 'service')).toEqual(Object.keys(SETTINGS))
})

test('pipelines name what there is, and use all of it', () => {
  const used = Object.values<Record<string, readonly string[]>>(config.service.pipelines)
  for (const kind of ['receivers', 'processors', 'exporters'])
    expect([...new Set(used.flatMap(each => each[kind] ?? []))].sort()).toEqual(Object.keys(config[kind]).sort())
  expect([...config.service.extensions].sort()).toEqual(Object.keys(config.extensions).sort())
  expect(config.service.extensions).toContain(config.receivers.otlp.protocols.http.auth.authenticator)
})

test('what holds the record neither drops nor gives up, and outlives the Collector', () => {
  for (const name of ['clickhouse', 'kafka']) {
    const { sending_queue, retry_on_failure } = config.exporters[name]
    expect(config.service.extensions, name).toContain(sending_queue.storage)
    expect(retry_on_failure.max_elapsed_time, name).toBe('0s')
  }
  expect(config.extensions.file_storage.fsync).toBe(true)
  expect(config.exporters.clickhouse).toMatchObject({
    async_insert: false,
    create_schema: false,
    database: 'reviewer',
    logs_table_name: 'otel_logs',
  })
})

test('no secret stands in it', () => {
  expect(text).not.toMatch(/(password|token|username): (?!\$\{env:)\S/)
})
