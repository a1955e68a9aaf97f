/**
 * Generated sections of pages. A section stands between two comments, `<!-- generated: NAME -->` and `<!-- /generated -->`; all else on a
 * page is written by hand.
 */

import { commandsSection, doctorSection } from './cli.ts'
import { entriesSection, keysSection, presetsSection } from './configuration.ts'
import { layersSection } from './layers.ts'
import { combinationsSection, interventionsSection, patternsSection, reviewersSection, rulesSection } from './policy.ts'
import { scaleSection } from './scale.ts'
import { siemFieldsSection, siemOutcomesSection } from './siem.ts'

const SECTIONS: Readonly<Record<string, () => string>> = {
  rules: rulesSection,
  patterns: patternsSection,
  combinations: combinationsSection,
  interventions: interventionsSection,
  reviewers: reviewersSection,
  keys: keysSection,
  entries: entriesSection,
  presets: presetsSection,
  commands: commandsSection,
  doctor: doctorSection,
  layers: layersSection,
  scale: scaleSection,
  'siem-outcomes': siemOutcomesSection,
  'siem-fields': siemFieldsSection,
}

/** The page with its generated sections as they are now. Throws where it names a section that nobody generates. */
export function refreshed(page: string): string {
  return page.replace(
    /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_, opening: string, name: string, closing: string) => {
      const section = SECTIONS[name]
      if (!section) throw new Error(`there is no generated section ${name}`)
      return `${opening}\n${section()}\n\n${closing}`
    },
  )
}
