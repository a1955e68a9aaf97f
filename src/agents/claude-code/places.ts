/** Where Claude Code keeps its settings, hooks, skills and programs. */
import type { AgentPlaces } from '../../model/agent-places.ts'
import { CLAUDE_CLIENT } from './client.ts'

/** Where an administrator's settings are, that no user can change. */
export function managedDirectory(platform: string): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode'
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code'
}

export const CLAUDE_CODE_PLACES: AgentPlaces = {
  directory: '.claude',
  protected_names: ['settings.json', 'settings.local.json', 'hooks', 'plugins'],
  settings: ['settings.json', 'settings.local.json'],
  settings_in_root: ['.claude.json'],
  programs_in_home: ['.local/bin/claude', '.local/share/claude'],
  managed: '/etc/claude-code',
  directory_variable: 'CLAUDE_CONFIG_DIR',
  protected_files:
    /\/\.claude\/(settings(\.[\w-]+)?\.json|hooks(\/.*)?)$|\/\.claude\.json$|\/managed-settings(\.d\/[^/]+)?\.json$/i,
  protected_marks: ['/.claude', '/managed-settings'],
  program_files:
    /(^|\/)@anthropic-ai\/claude-code(\/|$)|\/\.local\/share\/claude(\/|$)|\/\.claude\/local(\/|$)|\/s?bin\/claude$/,
  program_mark: 'claude',
  settings_files: /\/\.claude\/settings(\.[\w-]+)?\.json$|\/managed-settings(\.d\/[^/]+)?\.json$|\/\.claude\.json$/,
  protected_keys: [
    'hooks',
    'env',
    'disableAllHooks',
    'allowManagedHooksOnly',
    'apiKeyHelper',
    'statusLine',
    'awsAuthRefresh',
    'awsCredentialExport',
    'otelHeadersHelper',
    'enabledPlugins',
    'extraKnownMarketplaces',
    'strictPluginOnlyCustomization',
  ],
  off_switch: 'disableAllHooks',
  front_matter: /^(?=.*\.md$).*\/\.claude\/(?:.+\/)?(skills|agents|commands)\/.+$/i,
  file_variables: { project: 'CLAUDE_PROJECT_DIR', directory: 'CLAUDE_SKILL_DIR', plugin: 'CLAUDE_PLUGIN_ROOT' },
  instructions: {
    in_project: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
    rules: 'rules',
    name: 'CLAUDE.md',
  },
  planning_mode: 'plan',
  exploring_subagents: /^(explore|plan)$/i,
  client: CLAUDE_CLIENT,
}
