// The package.json of the package that is published, made of that of this checkout.

/**
 * `library`: the text of dist/index.js, the only file of the package that loads others: command and hook hold all of theirs, so what only
 * they use need not be downloaded. `executables`: names of the platforms' packages.
 */
export function publishedManifest(manifest, library, executables) {
  const { devDependencies: _, allowScripts: __, overrides: ___, scripts: ____, ...published } = manifest
  const { dependencies, optionalDependencies, version } = manifest
  const isLoaded = name => library.includes(`from "${name}"`) || library.includes(`from "${name}/`)
  const peers = Object.entries(optionalDependencies)
  return {
    ...published,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => isLoaded(name))),
    optionalDependencies: Object.fromEntries(executables.map(name => [name, version])),
    // The library on Node may use them; whoever wants the command needs no compiler, as the executable has its own SQLite.
    peerDependencies: Object.fromEntries(peers.map(([name, range]) => [name, `^${range}`])),
    peerDependenciesMeta: Object.fromEntries(peers.map(([name]) => [name, { optional: true }])),
  }
}
