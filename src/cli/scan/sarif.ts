/** A scan as SARIF 2.1.0, the form in which code hosts show findings: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
import { createHash } from 'node:crypto'
import type { Severity } from '../../model/action.ts'
import type { ScanFinding, ScanReport } from './model.ts'

const LEVELS = { low: 'note', medium: 'warning', high: 'error', critical: 'error' } as const satisfies Record<
  Severity,
  string
>
/** What GitHub sorts by: 0 to 10. */
const SCORES = { low: '2.0', medium: '5.0', high: '8.0', critical: '9.5' } as const satisfies Record<Severity, string>
const HELP = 'https://www.npmjs.com/package/step-reviewer'

export function sarifOf(report: ScanReport, version: string): object {
  const rules = [...new Map(report.findings.map(finding => [finding.rule, finding])).values()]
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'reviewer',
            version,
            informationUri: HELP,
            rules: rules.map(({ rule, severity, message, suggestion }) => ({
              id: rule,
              shortDescription: { text: rule },
              fullDescription: { text: message },
              helpUri: HELP,
              ...(suggestion !== undefined && { help: { text: suggestion } }),
              defaultConfiguration: { level: LEVELS[severity] },
              properties: { 'security-severity': SCORES[severity], tags: ['security'] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { description: { text: 'The directory that was scanned' } } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: report.not_looked_at.map(({ what, why }) => ({
              level: 'note',
              message: { text: `not looked at: ${what}: ${why}` },
            })),
          },
        ],
        results: report.findings.map(finding =>
          resultOf(
            finding,
            rules.findIndex(({ rule }) => rule === finding.rule),
          ),
        ),
      },
    ],
  }
}

function resultOf(finding: ScanFinding, ruleIndex: number): object {
  const { rule, severity, message, when, file, line, evidence } = finding
  return {
    ruleId: rule,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: `${message} It runs ${when}.` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'ROOT' },
          region: { startLine: line, snippet: { text: evidence } },
        },
      },
    ],
    partialFingerprints: {
      'reviewerFinding/v1': createHash('sha256')
        .update(JSON.stringify([rule, file, evidence]))
        .digest('hex'),
    },
    properties: { severity, when },
  }
}
