/** Counts of reviews, and how long they took: of rows that a collector has, as metrics of OpenTelemetry. */
import type { Resource } from '@opentelemetry/resources'
import { AggregationTemporality, MeterProvider, MetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { VERSION } from '../../facts/own-program.ts'
import type { AuditRow } from '../../model/record.ts'
import { SCHEMA_URL } from './log-records.ts'

/** Seconds: a hook takes milliseconds, and what it waits for up to its deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Collects when it is asked, and by no timer. What it gives is what came since it was asked last (delta): a process that ships ends
 * after some seconds, and a sum over its life would begin anew with each.
 */
class OnRequest extends MetricReader {
  constructor() {
    super({ aggregationTemporalitySelector: () => AggregationTemporality.DELTA })
  }

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}
}

export interface ReviewMetrics {
  readonly count: (rows: readonly AuditRow[]) => void
  /** What was counted since it was collected last; undefined where that is nothing. */
  readonly collect: () => Promise<ResourceMetrics | undefined>
}

export function reviewMetrics(resource: Resource): ReviewMetrics {
  const reader = new OnRequest()
  const meter = new MeterProvider({ resource, readers: [reader] }).getMeter('reviewer', VERSION, {
    schemaUrl: SCHEMA_URL,
  })
  const reviews = meter.createCounter('reviewer.reviews', {
    unit: '{review}',
    description: 'Events that were reviewed, by what was decided',
  })
  const findings = meter.createCounter('reviewer.findings', {
    unit: '{finding}',
    description: 'Findings of reviews, by the rule or pattern that made them',
  })
  const duration = meter.createHistogram('reviewer.review.duration', {
    unit: 's',
    description: 'How long reviews took',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  return {
    count(rows) {
      for (const { kind, event, tool, decision, finding_ids, duration_us } of rows) {
        if (kind !== 'review') continue
        const decided = { 'reviewer.event': event, 'reviewer.decision': decision }
        const called = tool === '' ? decided : { ...decided, 'gen_ai.tool.name': tool }
        reviews.add(1, called)
        duration.record(duration_us / 1e6, decided)
        for (const id of finding_ids.split(','))
          if (id !== '') findings.add(1, { 'reviewer.rule': id, 'reviewer.decision': decision })
      }
    },
    async collect() {
      const { resourceMetrics } = await reader.collect()
      const hasPoints = resourceMetrics.scopeMetrics.some(scope =>
        scope.metrics.some(each => each.dataPoints.length > 0),
      )
      return hasPoints ? resourceMetrics : undefined
    },
  }
}
