// The site: pages as they are in the repository, in the order in which people need them.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const page = (text, file) => ({ text, link: `/docs/${file}` })

/** As GitHub names headings: links in pages are written for both. */
const slugify = heading =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Pages that nobody has given a place yet stand at the end, by the names of their files. */
function withOthers(groups) {
  const placed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link)))
  const others = readdirSync('../docs')
    .filter(file => file.endsWith('.md'))
    .map(file => page(file.replace('.md', ''), file.replace('.md', '')))
    .filter(({ link }) => !placed.has(link))
  return others.length === 0 ? groups : [...groups, { text: 'More', items: others }]
}

/** An empty corner of a table heads nothing: screen readers would announce a header without a name. */
function withoutEmptyHeaders(md) {
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type !== 'th_open' || tokens[at + 1]?.content !== '') return
      token.tag = 'td'
      tokens[at + 2].tag = 'td'
    })
  })
}

export default defineConfig({
  title: 'reviewer',
  description: 'A safety reviewer for Claude Code',
  lang: 'en',
  srcDir: '.pages',
  outDir: 'dist',
  // Each page finds the others from where it is, wherever the site is put: `SITE_BASE=/name/ npm run site`.
  base: process.env.SITE_BASE ?? '/',
  metaChunk: true,
  // `<id>` in a text is text, and no part of a page is a program.
  markdown: {
    html: false,
    anchor: { slugify },
    config: withoutEmptyHeaders,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: withOthers([
      {
        text: 'Start',
        items: [
          { text: 'What it is', link: '/' },
          page('Install', 'install'),
          page('Comparison', 'comparison'),
          page('Concepts', 'concepts'),
          page('Frequent questions', 'faq'),
        ],
      },
      {
        text: 'Every day',
        items: [
          page('Approvals', 'approvals'),
          page('Status', 'status'),
          page('Command line', 'cli'),
          page('Names and exit codes', 'commands'),
          page('Scan a repository', 'scan'),
          page('The record', 'record'),
          page('When a person is asked', 'asking'),
        ],
      },
      {
        text: 'Many machines',
        items: [
          page('Ship the record', 'ship'),
          page('Policy of an organisation', 'org-policy'),
          page('Reports and tampering', 'fleet-reports'),
          page('OpenTelemetry', 'otlp'),
          page('Into a SIEM', 'siem'),
          page('How far it scales', 'scale'),
        ],
      },
      {
        text: 'Make it yours',
        items: [
          page('Configuration', 'configuration'),
          page('Policy', 'policy'),
          page('Import', 'import'),
          { text: 'Rules', link: '/rules/' },
          page('Modules', 'extending'),
          { text: 'Reviewers', link: '/examples/reviewers/' },
          { text: 'Agent SDK', link: '/examples/agent-sdk/' },
        ],
      },
      {
        text: 'What holds',
        items: [
          page('Threat model', 'threat-model'),
          page('Data protection', 'data-protection'),
          page('Faults', 'faults'),
          page('Accuracy', 'accuracy'),
          page('Performance', 'performance'),
        ],
      },
      {
        text: 'How it is built',
        items: [
          page('Architecture', 'architecture'),
          page('Specification', 'specification'),
          page('Glossary', 'glossary'),
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
    ]),
  },
})
