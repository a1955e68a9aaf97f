/** Knowledge of functions: what those of many languages do to files, processes and the network. */

export type Does = 'delete' | 'delete_all' | 'write' | 'read' | 'shell' | 'spawn' | 'fetch' | 'post' | 'evaluate'

/** Functions by name; `owner` where the name alone is too common. */
const FUNCTIONS: readonly (readonly [does: Does, name: RegExp, owner?: RegExp])[] = [
  [
    'delete_all',
    /^(rmtree|rm_rf|rm_r|remove_tree|remove_entry|remove_entry_secure|rmdirSync|removeSync|emptyDirSync|rimraf|rimrafSync|removedirs|remove_dir|emptyDir)$/,
  ],
  ['delete', /^(unlink|unlinkSync|rmdir)$/],
  ['delete_all', /^(rm|rmSync|remove|removeSync)$/, /^(fs|fsp|promises|fse|FileUtils|Deno|fsExtra|shutil)$/],
  ['delete', /^remove$/, /^os$/],
  ['delete', /^(delete|unlink)$/, /^(File|Dir)$/],
  [
    'write',
    /^(writeFile|writeFileSync|appendFile|appendFileSync|write_text|write_bytes|file_put_contents|writeTextFile|writeTextFileSync)$/,
  ],
  ['write', /^write$/, /^(File|IO|Bun)$/],
  ['read', /^(readFile|readFileSync|read_text|read_bytes|file_get_contents|readTextFile|readTextFileSync)$/],
  ['read', /^(read|readlines|foreach)$/, /^(File|IO)$/],
  ['shell', /^(getoutput|getstatusoutput|shell_exec|passthru|execSync|execaCommand|execaCommandSync)$/],
  ['shell', /^(system|popen)$/],
  ['shell', /^(execute|popen2|capture2e?|capture3|capture2)$/, /^(os|io|IO|Open3)$/],
  ['shell', /^exec$/, /^(child_process|cp|Kernel)$/],
  ['spawn', /^(run|call|check_call|check_output|Popen)$/, /^(subprocess|sp)$/],
  [
    'spawn',
    /^(spawn|spawnSync|execFile|execFileSync|execvp|execv|execl|execlp|execve|spawnv|spawnl|posix_spawn|proc_open|execa|execaSync)$/,
  ],
  ['fetch', /^(urlopen|urlretrieve|fetch|axios|curl_init)$/],
  ['fetch', /^(get|head|request)$/, /^(requests|httpx|session|axios|http|https|got|HTTP|urllib3|superagent|aiohttp)$/],
  ['post', /^(post|put|patch|delete|post_form|upload)$/, /^(requests|httpx|axios|got|HTTP|superagent)$/],
  ['evaluate', /^(exec|eval|Function|instance_eval|class_eval|load|loadstring|assert|create_function|execfile)$/],
]

/** Functions of a name that mean something only in some languages. */
const ONLY_IN: Readonly<Record<string, readonly [does: Does, languages: RegExp]>> = {
  exec: ['shell', /^(ruby|perl|php)$/],
  remove: ['delete', /^python$/],
}

/** What calling a function does; undefined for all that changes nothing. `owner`: what it is called on, or empty. */
export function whatDoes(name: string, owner: string, language: string): Does | undefined {
  const found = FUNCTIONS.find(
    ([, pattern, owners]) => pattern.test(name) && (owners === undefined || owners.test(owner)),
  )
  const only = Object.hasOwn(ONLY_IN, name) ? ONLY_IN[name] : undefined
  if (only && owner === '' && only[1].test(language)) return only[0]
  return found?.[0]
}

/** Functions that make text out of what hides it. */
export const DECODES =
  /^(b64decode|a85decode|unhexlify|fromhex|atob|decompress|decode64|unpack|base64_decode|gzinflate|str_rot13|fromCharCode)$/
/** Functions that bring text from the network. */
export const FETCHES = /^(urlopen|requests|fetch|httpx|open_uri|file_get_contents)$/
