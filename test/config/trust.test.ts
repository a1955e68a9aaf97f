/** Files with rules: where they are looked for, which may run, and which may loosen. */
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load.ts'
import { readingSources } from '../../src/config/sources.ts'
import { contentHash } from '../../src/config/trust.ts'
import { makeWorld, pin } from './world.ts'

describe('files with rules', () => {
  const paths = (world: ReturnType<typeof makeWorld>) => {
    const { config, warnings } = loadConfig(world.locations, world.project)
    return { paths: config.step_reviewer.rules.custom_rules_path, warnings }
  }

  it('lie beside the file that names them', () => {
    const world = makeWorld()
    world.user('step_reviewer: { rules: { custom_rules_path: [mine.mjs, ~/more.yaml] } }\n')
    world.write('home/.config/reviewer/mine.mjs', 'export default []')
    world.team('step_reviewer: { rules: { custom_rules_path: rules/team.yaml } }\n')
    expect(paths(world)).toEqual({
      paths: [`${world.home}/.config/reviewer/mine.mjs`, `${world.home}/more.yaml`, `${world.project}/rules/team.yaml`],
      warnings: [],
    })
  })

  it('that are modules run from a project only when they are pinned themselves', () => {
    const world = makeWorld()
    const text = 'step_reviewer:\n  rules:\n    custom_rules_path: ./rules.mjs\n'
    const file = world.team(text)
    const module = world.write('project/rules.mjs', 'export default []')
    world.user(pin(file, text))
    expect(paths(world).paths).toEqual([])
    expect(paths(world).warnings).toEqual([
      `${file}:3: step_reviewer.rules.custom_rules_path (${module}) is ignored: it is code that can be changed from the ` +
        `project, and does not run unpinned; run \`reviewer trust add ${module}\` to pin its content in ${world.locations.user_config}`,
    ])
    world.user(pin(module, 'export default []'))
    expect(paths(world)).toEqual({ paths: [module], warnings: [] })
    expect(loadConfig(world.locations, world.project).pinned).toEqual({ [module]: contentHash('export default []') })
    world.write('project/rules.mjs', 'export default [1]')
    expect(paths(world).paths).toEqual([])
  })

  it('also where a project names code outside itself, or the user names code inside', () => {
    const world = makeWorld()
    const outside = world.write('elsewhere/rules.mjs', '')
    world.team(`step_reviewer: { rules: { custom_rules_path: ${outside} } }\n`)
    expect(paths(world).paths).toEqual([])
    const inside = world.write('project/rules.mjs', '')
    world.user(`step_reviewer: { rules: { custom_rules_path: [${outside}, ${inside}] } }\n`)
    expect(paths(world).paths).toEqual([outside])
  })

  it('that the user names and that are not there are told, and come to hold when they are', () => {
    const world = makeWorld()
    const config = world.user('reviewers:\n  - { use: ~/mine.mjs, tools: [Bash] }\n')
    const sources = readingSources()
    const { config: held, warnings } = loadConfig(world.locations, world.project, undefined, { sources })
    expect(held.reviewers).toMatchObject([{ use: `${world.home}/mine.mjs` }])
    expect(warnings).toEqual([`${config}:1: reviewers (${world.home}/mine.mjs) does not exist`])
    expect(sources.stamps()).toContainEqual({ path: `${world.home}/mine.mjs`, state: '' })
  })

  it('that are the user’s own run where the session works on the whole home', () => {
    const world = makeWorld()
    const module = world.write('home/mine.mjs', '')
    const theirs = world.write('home/theirs.mjs', '')
    world.user(`reviewers: [{ use: ${module} }]\n`)
    world.write('home/safety.config.yaml', `reviewers: [{ use: ${theirs} }]\n`)
    for (const root of [world.home, world.root])
      expect(loadConfig(world.locations, root).config.reviewers).toMatchObject([{ use: module }])
  })

  it('are pinned with a byte order mark as without', () => {
    const world = makeWorld()
    const text = '\uFEFFexport default []'
    world.team('reviewers: [{ use: ./rules.mjs }]\n')
    const module = world.write('project/rules.mjs', text)
    world.user(pin(module, text))
    expect(loadConfig(world.locations, world.project).pinned).toEqual({ [module]: contentHash(text) })
  })

  it('may loosen where the user vouches for them', () => {
    const world = makeWorld()
    const mine = world.write('home/mine.yaml', 'a')
    const theirs = world.write('project/theirs.yaml', 'b')
    world.team('step_reviewer: { rules: { custom_rules_path: theirs.yaml } }\n')
    world.user(`step_reviewer: { rules: { custom_rules_path: ${mine} } }\n${pin(theirs, 'c')}`)
    const { mayLoosen } = loadConfig(world.locations, world.project)
    expect(mayLoosen(mine, 'a')).toBe(true)
    expect(mayLoosen(theirs, 'b')).toBe(false)
    expect(mayLoosen(theirs, 'c')).toBe(true)
  })
})
