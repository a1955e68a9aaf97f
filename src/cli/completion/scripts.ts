/** What a shell is told once: whom to ask when a person presses the tab key. */

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
export type CompletionShell = (typeof SHELLS)[number]

export const SCRIPTS: Readonly<Record<CompletionShell, string>> = {
  bash: `# In ~/.bashrc: eval "$(reviewer completion bash)"
_reviewer() {
  local word about
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" internal complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "=\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null)
}
complete -o default -F _reviewer reviewer
`,
  zsh: `#compdef reviewer
# In ~/.zshrc, after compinit: eval "$(reviewer completion zsh)"
_reviewer() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    found+=("\${word//:/\\\\:}:$about")
  done < <("\${words[1]}" internal complete "\${(@)words[2,CURRENT-1]}" "=\${words[CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe reviewer found; else _files; fi
}
if [ "\${funcstack[1]}" = _reviewer ]; then _reviewer "$@"; else compdef _reviewer reviewer; fi
`,
  fish: `# In ~/.config/fish/completions/reviewer.fish: reviewer completion fish | source
function __reviewer_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l found ($before[1] internal complete $before[2..-1] "=$typed" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c reviewer -f -a '(__reviewer_complete)'
`,
  powershell: `# In $PROFILE: reviewer completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName reviewer -ScriptBlock {
  param($typed, $line, $cursor)
  $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $before = @($words | Select-Object -Skip 1)
  & $words[0] internal complete @before "=$typed" 2>$null | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}
`,
}
