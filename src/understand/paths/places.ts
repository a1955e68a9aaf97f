/** Knowledge of places: which paths are precious, secret, regenerable or run by themselves. Tables, no logic. */

/** Trees that belong to the operating system. */
export const SYSTEM_TREES = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/opt',
  '/proc',
  '/root',
  '/run',
  '/sbin',
  '/srv',
  '/sys',
  '/usr',
  '/var',
  '/System',
  '/Library',
  '/Applications',
  '/Volumes',
  '/mnt',
  '/media',
  '/home',
  '/Users',
] as const

/**
 * What lies on a disk that somebody has mounted is that person's, not the system's. Drives of Windows, and the parts of another system
 * on a disk (`/mnt/etc`, `/mnt/root-disk/usr`), are a system's.
 */
export const ON_MOUNTED_DISK =
  /^\/(mnt|media|run\/media|Volumes)\/(?![A-Za-z]\/|(?:[^/]+\/)?(?:usr|s?bin|lib|var|root|Library)\/|(?:.*\/)?(?:etc|boot|efi|EFI|System|Windows|Program Files)\/)[^/]+\/[^/]/

/** Where servers keep what they store, on a machine or mounted into a container. */
export const DATA_TREES =
  /^\/(data|srv|backups?|mnt|media|sdcard|home|Users|bitnami|var\/(lib|opt|www|backups|mail|spool))(\/|$)/

/** Devices that hold nothing, lines and buses among them: writing there loses nothing. */
export const HARMLESS_DEVICES =
  /^\/dev\/(null|zero|full|random|urandom|tty|ptmx|stdin|stdout|stderr|fd(\/.*)?|pts\/.*|tty\d*|shm(\/.*)?|tcp\/.*|udp\/.*|tty[A-Za-z]+\d*|cu\..*|tty\..*|i2c-\d+|spidev.*|gpiochip\d+|video\d+|snd\/.*|input\/.*|hidraw\d+|uinput|usb\/.*|bus\/.*|serial\/.*|net\/tun|kvm|fuse|rfkill|dri\/.*)$/

/** Files of the kernel that act at once when they are written: a restart, the whole memory. */
export const KERNEL_TRIGGERS = /^\/proc\/(sysrq-trigger|kcore)$/

/** Open files of the process that asks: they lead somewhere else in every process. */
export const DESCRIPTORS = /^\/(dev\/(fd\/\d+|stdin|stdout|stderr)|proc\/self\/fd\/\d+)$/

/** The programs of the reviewer: who replaces them decides whether hooks run. */
export const REVIEWER_PROGRAMS =
  /\/node_modules\/step-reviewer(\/|$)|\/\.local\/share\/reviewer(\/|$)|\/s?bin\/(reviewer|step-reviewer)$/

/** What brings servers, plugins and their hooks along: a person's decision, though also a plugin author's daily work. */
export const PLUGIN_FILES = /\/\.mcp\.json$|\/\.claude-plugin(\/.*)?$|\/hooks\/hooks\.json$/i

/** Run, or read for settings, by themselves later: start files of shells and tools, schedules, launch agents. Below a home. */
export const PERSISTENCE_IN_HOME = [
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.zshenv',
  '.zlogin',
  '.config/fish/config.fish',
  '.config/fish/conf.d/',
  '.ssh/authorized_keys',
  '.ssh/rc',
  '.ssh/config',
  '.tmux.conf',
  '.config/tmux/tmux.conf',
  '.ipython/profile_default/startup/',
  '.config/autostart/',
  '.config/systemd/user/',
  'Library/LaunchAgents/',
  '.gitconfig',
  '.config/git/config',
  '.config/git/hooks/',
  // What git copies into each repository that it makes or clones.
  '.git-template/',
  '.git-templates/',
  '.git_template/',
  '.git-core/',
  '.config/git/template/',
  '.config/git/templates/',
  '.git-hooks/',
  '.githooks/',
  '.xinitrc',
  '.xprofile',
  '.pam_environment',
  '.crontab',
  '.vimrc',
  '.emacs',
  '.npmrc',
  '.config/pip/pip.conf',
  '.inputrc',
  '.bash_completion',
  '.zlogout',
  '.screenrc',
  '.xsession',
  '.xsessionrc',
  '.config/environment.d/',
  '.config/direnv/direnvrc',
  // Where these send what they are given, and whom they ask for passwords.
  '.curlrc',
  '.config/curlrc',
  '.wgetrc',
  // Commands that a tool runs when it starts.
  '.gdbinit',
  '.gdbearlyinit',
  '.config/gdb/gdbinit',
  '.config/gdb/gdbearlyinit',
  '.lldbinit',
  '.sqliterc',
  '.config/sqlite3/sqliterc',
  '.psqlrc',
  '.irbrc',
  '.pdbrc',
  '.Rprofile',
  '.exrc',
  '.vim/vimrc',
] as const

/** Directories below a home in which shells look for programs, ahead of those of the machine. */
export const PROGRAMS_IN_HOME = ['.local/bin', 'bin'] as const

/** Every machine has these programs. */
export const EVERYWHERE = new Set(
  'awk bash cat chmod chown cp curl date dd env find git grep kill ln login ls make man mkdir mv passwd ps rm sed sh ssh scp su sudo tar which zsh'.split(
    ' ',
  ),
)

/** Run by every Python of the user or of the machine; in an environment of a project they are part of it. */
export const PYTHON_STARTUP =
  /^\/(?:.*\/\.local|usr(?:\/local)?|opt\/homebrew|Library\/.*)\/lib\/python[\d.]*\/(?:site|dist)-packages\/(?:(?:user|site)customize\.py|[^/]+\.pth)$/

export const PERSISTENCE_ABSOLUTE =
  /^(\/etc\/(cron[^/]*|profile|profile\.d|bash\.bashrc|bashrc|zsh|init\.d|rc[^/]*|systemd\/(system|user)|sudoers|sudoers\.d|ld\.so\.preload|ld\.so\.conf|pam\.d|environment|xdg\/autostart|gitconfig|udev\/rules\.d|modprobe\.d|modules-load\.d)(\/|$)|\/var\/spool\/(cron|at)(\/|$)|\/(usr\/)?lib\/systemd\/system(\/|$)|\/Library\/Launch(Agents|Daemons)(\/|$))/

/** Caches of tools below a home: fetched or computed again when they are needed. */
export const CACHES_IN_HOME = [
  '.cache/',
  '.npm/',
  '.pnpm-store/',
  '.expo/',
  '.vscode-server/',
  '.terraform.d/plugin-cache/',
  '.docker/buildx/',
  '.yarn/cache/',
  '.bun/install/cache/',
  '.cargo/registry/',
  '.cargo/git/',
  '.gradle/caches/',
  '.m2/repository/',
  '.ivy2/cache/',
  'go/pkg/mod/',
  '.nuget/packages/',
  '.pub-cache/',
  '.cocoapods/',
  'Library/Caches/',
  'Library/Developer/Xcode/DerivedData/',
  '.local/share/Trash/',
] as const

/** Names of directories and files that a build or a tool makes again: regenerable where git does not track them. */
export const REGENERABLE_NAMES = new Set([
  'node_modules',
  'bower_components',
  '.vs',
  'jspm_packages',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '.nyc_output',
  'htmlcov',
  '.coverage',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tox',
  '.nox',
  '.hypothesis',
  '.ipynb_checkpoints',
  '.venv',
  'venv',
  '.eggs',
  '.cache',
  '.parcel-cache',
  '.turbo',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.angular',
  '.astro',
  '.vite',
  '.webpack',
  '.rollup.cache',
  '.eslintcache',
  '.stylelintcache',
  '.tsbuildinfo',
  'tsconfig.tsbuildinfo',
  '.gradle',
  '.dart_tool',
  '.terraform',
  '.serverless',
  '.vercel',
  '.netlify',
  '.bundle',
  'bazel-bin',
  'bazel-out',
  'bazel-testlogs',
  'cmake-build-debug',
  'cmake-build-release',
  'CMakeFiles',
  'CMakeCache.txt',
  '_build',
  'deps',
  'DerivedData',
  'Pods',
  '.stack-work',
  'dist-newstyle',
  'elm-stuff',
  '.DS_Store',
  'Thumbs.db',
  'test-results',
  'playwright-report',
  'storybook-static',
  '.docusaurus',
  '.sass-cache',
  '.jekyll-cache',
  '_site',
  'tmp',
  'temp',
  '.tmp',
  'logs',
  'obj',
  'wheels',
])

export const REGENERABLE_ENDINGS =
  /\.(pyc|pyo|o|obj|class|tsbuildinfo|log|tmp|temp|swp|swo|egg-info|gcda|gcno|map|lcov|prof|cache)$|~$/
