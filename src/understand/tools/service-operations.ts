/**
 * What a tool that nobody described does to a service that runs, or to who reaches it, by its name and its parameters: it is stopped, scaled to
 * nothing, made anew, applied, brought back, or opened to everybody.
 */
import { type NamedCall, type NamedOperation, wordsIn } from './tool-verbs.ts'

/** Parameters that name what is done: `action`, `run_action`, `operationType`. */
const ACTION = /(^|_)(action|operation|op|command|verb|mode|type|method|state)(_?(name|type))?$/i
/** Parameters that name where it is done. */
const STAGE = /(^|_)(env|environment|stage|target|context|cluster|track)(_?(name|slug|key|id))?$/i
const PRODUCTION = /^(prod|production|live|prd)$/i

const LOOKS =
  /^(get|list|ls|read|search|find|show|describe|fetch|lookup|count|validate|verify|preview|estimate|simulate|check|history|status|stats|logs?|export|download|docs?|explain|plan|diff)$/

/** Behind one of these `list` is a thing: `create_access_list`. */
const ACTS =
  /^(create|add|update|set|put|edit|modify|replace|authorize|allow|run|trigger|start|apply|confirm|approve|toggle|enable|disable|pause|suspend|scale|resize|transfer|send|withdraw|propose|rollback|revert)$/

const MACHINE = /^(servers?|instances?|vms?|machines?|droplets?|linodes?|hosts?|nodes?|devices?|disks?|vps)$/
/** After these a machine has an empty disk. */
const MADE_ANEW = /^(rebuild|reinstall|reimage|reprovision|factory_?reset|wipe|format|erase)$/
const SERVICE =
  /^(projects?|services?|apps?|applications?|sites?|websites?|databases?|clusters?|deployments?|branches|environments?)$/
const PAUSES = /^(pause|suspend|hibernate|unlink|takedown|shutdown)$/
/** What the numbers of running copies are called. */
const COPIES =
  /^(count|quantity|replicas|num_?replicas|instances|instance_?count|desired_?(count|capacity|size)|size|dynos?|formation|min_?machines_?running|scale|machines)$/i
const SCALES = /^(scale|resize|formation|dynos?|autoscale)$/
const INFRASTRUCTURE =
  /^(run|runs|plan|plans|stack|stacks|workspace|workspaces|deployment|terraform|tofu|infra|infrastructure)$/
const INFRASTRUCTURE_SERVER =
  /^(terraform|tofu|opentofu|terragrunt|spacelift|env0|scalr|atlantis|pulumi|crossplane|hcp|tfc)$/
const GOES_BACK = /^(rollback|revert|redeploy|restore)$/
const SWITCHES = /^(toggle|enable|disable|set|update|switch|turn|archive|patch|change|kill)$/
const SWITCHED = /^(features?|flags?|toggles?|experiments?|killswitch|gates?)$/
const ABOUT_ACCESS =
  /^(access|allow|allowlist|allowed|firewall|acl|ingress|ip|cidr|whitelist|security|authorized|trusted|inbound)$/
const CLOSES = /^(deny|block|delete|remove|revoke|egress|outbound|drop|reject)$/
const MOVES = /^(transfer|send|withdraw|swap|trade|buy|sell|bridge|stake|propose|remit)$/
const AMOUNT = /^(amount|value|quantity|sum)(_?\w{1,12})?$/i
const MONEY = /^(asset|token|currency|coin|ticker|symbol)(_?(id|symbol|code|address))?$/i
/** Nets whose coins are worth nothing. */
const TRIAL =
  /(^|[-_ ])(testnet|sepolia|goerli|devnet|holesky|amoy|sandbox|test|regtest|localhost|hardhat|anvil)($|[-_ ])/i

export function serviceOperations({ name, server, parameters }: NamedCall): readonly NamedOperation[] {
  const words = wordsIn(name)
  const first = words.find(word => LOOKS.test(word) || ACTS.test(word))
  if (first !== undefined && LOOKS.test(first)) return []
  const call: Call = {
    words,
    servers: wordsIn(server),
    values: parameters.objects.flatMap(object => Object.entries(object)),
  }
  const what = words.join(' ')
  const found: readonly (NamedOperation['does'] | undefined)[] = [
    stops(call) ? 'stops' : undefined,
    isMadeAnew(call) ? 'destroys' : undefined,
    applies(call) ? 'applies' : undefined,
    changesProduction(call) ? 'deploys' : undefined,
    opensToAll(call) ? 'exposes' : undefined,
    movesMoney(call) ? 'spends' : undefined,
  ]
  return found.flatMap(does => (does === undefined ? [] : [{ does, what }]))
}

interface Call {
  readonly words: readonly string[]
  readonly servers: readonly string[]
  /** Parameters by their names, wherever they stand. */
  readonly values: readonly (readonly [key: string, value: unknown])[]
}

/** What a parameter says that is to be done. */
function actionsOf({ values }: Call): readonly string[] {
  return values.flatMap(([key, value]) =>
    ACTION.test(key.replace(/([a-z])([A-Z])/g, '$1_$2')) && typeof value === 'string' && /^[\w -]{2,40}$/.test(value)
      ? [value.toLowerCase()]
      : [],
  )
}

function stops(call: Call): boolean {
  const { words, values } = call
  if (words.some(word => PAUSES.test(word)) && words.some(word => SERVICE.test(word))) return true
  if (!words.some(word => SCALES.test(word))) return false
  return values.some(
    ([key, value]) =>
      COPIES.test(key) &&
      (value === 0 || value === '0' || (typeof value === 'string' && /^[\w-]+[=:]0(:\S+)?$/.test(value))),
  )
}

function isMadeAnew(call: Call): boolean {
  const acts = [...actionsOf(call), ...call.words].some(word => MADE_ANEW.test(word))
  return acts && call.words.some(word => MACHINE.test(word))
}

/** A plan that becomes real: `run_action: apply`, `confirm_run`. */
function applies(call: Call): boolean {
  const { words, servers } = call
  if (!words.some(word => INFRASTRUCTURE.test(word)) && !servers.some(word => INFRASTRUCTURE_SERVER.test(word)))
    return false
  if (actionsOf(call).some(word => /^(apply|destroy|confirm)$/.test(word))) return true
  return (
    servers.some(word => INFRASTRUCTURE_SERVER.test(word)) && words.some(word => /^(apply|confirm|approve)$/.test(word))
  )
}

/** Back to an earlier version, or a feature switched, where users see it. */
function changesProduction({ words, values }: Call): boolean {
  const isSwitch = words.some(word => SWITCHES.test(word)) && words.some(word => SWITCHED.test(word))
  if (!isSwitch && !words.some(word => GOES_BACK.test(word))) return false
  return values.some(
    ([key, value]) => STAGE.test(key.replace(/([a-z])([A-Z])/g, '$1_$2')) && PRODUCTION.test(String(value)),
  )
}

/** Every address there is may come in. */
function opensToAll({ words, values }: Call): boolean {
  if (!words.some(word => ABOUT_ACCESS.test(word)) || words.some(word => CLOSES.test(word))) return false
  if (values.some(([, value]) => typeof value === 'string' && CLOSES.test(value.toLowerCase()))) return false
  return values.some(([, value]) => [value].flat().some(each => each === '0.0.0.0/0' || each === '::/0'))
}

/** An amount of something that is worth something, for somebody else. */
function movesMoney({ words, values }: Call): boolean {
  if (!words.some(word => MOVES.test(word))) return false
  if (
    values.some(([, value]) => value === true || (typeof value === 'string' && TRIAL.test(value) && value.length < 40))
  )
    return false
  return values.some(([key]) => AMOUNT.test(key)) && values.some(([key]) => MONEY.test(key))
}
