/** Names by which programs of most languages find a home, read and delete, send and run: for reading what they do without a grammar of each. */

/** The home of the person, however it is asked for, with what only unwraps the answer. */
export const HOME = String.raw`(?:(?:\bnew\s+)?[\w.$:/*%]*(?:\b(?:get_?env\w*|var(?:_os)?|getProperty|GetEnvironmentVariable|lookupEnv|Environ\$?|ExpandEnvironmentStrings)|(?:\b|[$%*])(?:env|ENV|environ|environment|_SERVER|_ENV))(?:\s?[([{<]\s?["']?%?(?:HOME|USERPROFILE|user\.home)%?["']?\s?[\])}>]|[.\s]["']?(?:HOME|USERPROFILE|user\.home)\b["']?)|[\w.$:]*\b(?:[Hh]ome_?[Dd]ir(?:ectory)?(?:ForCurrentUser)?|UserHomeDir|getHomeDir(?:ectory)?|NSHomeDirectory|get_home_dir|user_home!?)\b|\b(?:Dir\.home|(?:\w+\.)?Path\.home|os\.home|\$\*HOME)\b|[\w.]*\bGetFolderPath\s?\(?\s?[\w.]*SpecialFolder\.UserProfile\s?\)?|[\w.]*\bexpanduser\(\s?["']~["']\s?\))(?:\(\s?\))?(?:\s?[!?]{1,2}|\s?\.(?:unwrap\w*|expect|orElse\w*|path|get)\b(?:\([^()\n]{0,60}\))?)*`

/** The directory of the program, which is of the project. */
export const WORKING_DIRECTORY = String.raw`\b(?:__dirname|import\.meta\.dirname)\b|\b(?:process\.cwd|os\.getcwd|Dir\.pwd|Path\.cwd|os\.Getwd|GetCurrentDirectory)\(\)`

/** All variables of the environment at once, and what a platform keeps for a script. */
export const ENVIRONMENT = String.raw`\bos\.Environ\(\)|\benv::vars(?:_os)?\(\)|\b(?:System|Sys)\.getenv\(\s?\)|\b(?:System/getenv|getEnvironment)\)?(?=[\s)])(?!\s?["(])|[\w.]*\bGetEnvironmentVariables\(\)|\bdocument\.cookie\b(?!\s?(?:=[^=]|\.|\[))|\bprocessInfo\.environment\b(?!\s?\[)|\bSystem\.get_env\(\)|\bPlatform\.environment\b(?!\s?[[.])|\bENV\.(?:to_h\w*|inspect|to_json)|%\*ENV\b(?!\s?[<{])|\benvPairs\(\)|\bScriptApp\.getOAuthToken\(\)|\bgetScriptProperties\(\)\.getProperties\(\)|[\w.]*\bcookies\.getAll\(\s?\{\s?\}|\b\w+\.get_uri\(\)`

/** Deletes a directory with all that it holds. */
export const DELETES =
  /^(?:Directory\.Delete|DeleteFolder|DeleteDirectory|deleteRecursively|deleteDirectory|forceDelete|deleteQuietly|cleanDirectory|removeDirectoryRecursive|removePathForcibly|removeDir|deleteDir|cleanDir|remove_dir_all|RemoveAll|removeItem|rm_rf!?|rmtree|rimraf|remove_tree|deleteTree|rmdirRecurse|fullyDelete|delete-tree|delete-dir|rm_r|(?:os\.)?remove\.all|removeAll|dir_delete|deltree|unlink_recursive|delete_directory)$/
/** Does where it is told to: `deleteSync(recursive: true)`. */
export const DELETES_IF_TOLD = /^(?:delete|deleteSync|Delete|rmdir|remove|rm|rmSync|unlink)$/
export const TOLD = /\brecursive\s?[:=]\s?true\b|,\s?:?true\b|:recursive\b/i
/** Goes through a directory. */
export const WALKS =
  /^(?:walk|walkFileTree|walkTopDown|walkBottomUp|Walk|WalkDir|newDirectoryStream|listFiles|list|GetDirectories|GetFiles|GetFileSystemEntries|EnumerateDirectories|EnumerateFiles|EnumerateFileSystemEntries|read_dir|ReadDir|contentsOfDirectory|listDirectory|list_directory|listSync|walkDir|walkDirRec|dirEntries)$/
/** Deletes one of what is gone through. */
export const DELETES_ONE =
  /\b(?:Files?\.delete(?:IfExists)?|Directory\.Delete|File\.Delete|deleteRecursively|remove_file|remove_dir_all|os\.Remove(?:All)?|removeItem|\.delete|\.deleteSync|removeFile|removeDir|removeDirectoryRecursive|rmtree|unlink)\s?[(\s]/

/** Reads a file, or takes it up into something that is sent. */
export const READS =
  /^(?:[Rr]ead(?!-)\w*|slurp|open\w*|Open\w*|File|FileReader|FileInputStream|newBufferedReader|newInputStream|lines|readlines|text|getText|contents\w*|contentsOfFile|Data|String|file_get_contents|file|load|loadFile|ofFile|fromFile|fromPath|UploadFile\w*|StreamReader|OpenText\w*|fopen|cat|gorge|load_file|createReadStream|addFile|add|addfile|AddFile|attach\w*|put\w+file|putfile|storbinary|send_?file|upload\w*)$/
/** Gives something to somebody else. */
export const SENDS =
  /\.end$|^(?:post\w*|put\w*|stor\w+|patch|send\w*|request|fetch|upload\w*|Post\w*|Put\w*|Send\w*|Upload\w*|NewRequest\w*|POST|PUT|PATCH|geturl|CURLOPT_\w+|urlopen|write\w*|Write\w*|publish|emit|DownloadString\w*|GetStringAsync|GetAsync|GM_xmlhttpRequest|get|Get|open|Open|body|setBody|httpBody|execute|webhook\w*|Fprint\w*|uploadFile|data)$/
/** What a request authenticates itself with is no payload. */
export const AUTHENTICATES =
  /^(?:headers?|Headers?|set_?[Hh]eader|addHeader|setRequestHeader|setRequestProperty|add_header|bearer_?[Aa]uth|basic_?[Aa]uth|auth|[Aa]uthorization|DefaultRequestHeaders|CURLOPT_HTTPHEADER|CURLOPT_USERPWD|AuthenticationHeaderValue|setValue|credentials?|Credentials)$/

/** Runs a text of its own language, or a file of it. */
export const EVALUATES =
  /^(?:eval|import|load|loadstring|loadString|include|include_string|dofile|instance_eval|evaluate|Execute|ExecuteGlobal|EvaluateAsync|exec_string|evalString|eval_string|runScript|eval-string|load-string|EVAL|read-eval)$|[.:](?:eval|eval_string|eval_quoted|compile_string|EvaluateAsync|RunAsync|Eval\.me|runIn\w*Context|class_eval|module_eval|instance_eval)$/
/** Starts a program. */
export const STARTS =
  /^(?:Start|ProcessBuilder|exec|Exec|Command|Command\.new|new|Run|ShellExecute\w*|Shell|execute|Execute|ExecWait|ExecShell|system|spawn\w*|popen|startProcess|execProcess|execCmd|callProcess|run\w*|start|launch\w*|arg|args|shell|sh|bash)$/
/** Leaves what it got in a file. */
export const SAVES =
  /^(?:download\w*|Download\w*|URLDownloadToFile\w*|SaveToFile|write\w*|Write\w*|copy|Copy|saveTo|save|urlretrieve|download_file)$/
/** A call that starts a program, by any of the words in its name. */
export const STARTING = /run|exec|spawn|command|process|system|proc\b|call|popen|shell|cmd|launch/i
/** Programs that are worth a look when a list of words begins with them. */
export const PROGRAMS =
  /^(?:\/(?:usr\/)?bin\/)?(?:rm|curl|wget|dd|shred|mkfs[\w.]*|sh|bash|zsh|nc|ncat|scp|rsync|kubectl|helm|aws|gcloud|az|gh|terraform|psql|mysql|git|docker|powershell(?:\.exe)?|pwsh|cmd(?:\.exe)?|find|truncate|openssl|doctl|heroku|wipefs|diskutil|reg|certutil|format)$/i

/** Of these, what fetches it itself. */
export const DOWNLOADS = /^(?:download\w*|Download\w*|URLDownloadToFile\w*|urlretrieve)$/
