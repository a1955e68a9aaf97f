/** What CI, editors and containers put into the text of a command before a shell sees it. */

/** Variables that an editor or a container fills in, and what a shell calls the same. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/\$\{(?:localEnv|containerEnv|env):(\w+)(?::[^}]*)?\}/g, '${$1}'],
  [/\$\{userHome\}/g, '$HOME'],
  [
    /\$\{(?:workspaceFolder|workspaceRoot|localWorkspaceFolder|containerWorkspaceFolder|ZED_WORKTREE_ROOT|folder)(?:Basename)?\}|\$ZED_WORKTREE_ROOT\b/g,
    '.',
  ],
  [/\{\{\s*(?:config_root|cwd)\s*\}\}/g, '.'],
  [/\{\{\s*env\.(\w+)\s*\}\}/g, '${$1}'],
  [/\{\{\s*xdg_\w+\s*\}\}|\{\{\s*home\s*\}\}/g, '$HOME'],
]

/** Each of them has one of these. */
const FILLED_IN = /\$\{|\{\{|\$ZED_/

/** A command as the shell gets it. */
export function filledIn(text: string): string {
  if (!FILLED_IN.test(text)) return text
  const known = KNOWN.reduce((now, [pattern, value]) => now.replace(pattern, value), text)
  return known.includes('${{') ? withExpressions(known) : known
}

/** `${{ secrets.X }}` is a variable by another name, and `toJSON(secrets)` all of them, also where the shell would take it as it stands. */
function withExpressions(text: string): string {
  let inQuotes = false
  return text.replace(/\\.|'|"(?:[^"\\$]|\\.)*"|\$\{\{([^}]*)\}\}/gs, (part, expression?: string) => {
    if (part === "'") inQuotes = !inQuotes
    if (expression === undefined) return part
    const value = /toJSON\(\s*(?:secrets|env)\s*\)/i.test(expression)
      ? '$(printenv)'
      : `$${/secrets\.(\w+)/.exec(expression)?.[1]?.replace(/^/, 'SECRET_') ?? 'unknown'}`
    return inQuotes ? `'"${value}"'` : value
  })
}
