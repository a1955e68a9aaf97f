/** What words can mean for an order to an agent. The order of the names is part of the trained tables. */
export const MEANINGS = [
  // Whom it speaks to.
  'AI',
  'ASSISTANT',
  'AGENT',
  'MODEL',
  'TOOLING',
  'AUTOMATED',
  'READER',
  'WHO',
  // Whom that one works for.
  'USER',
  'YOU',
  'YOUR',
  'US',
  'I',
  // How it is ordered.
  'MUST',
  'PLEASE',
  'MAY',
  'NOT',
  // Behind whose back.
  'TELL',
  'ASK',
  'QUIET',
  'NEEDLESS',
  // What it is about.
  'INSTRUCTION',
  'PREVIOUS',
  'IGNORE',
  'PROMPT',
  'SUMMARY',
  'READING',
  'DOCUMENT',
  // What is to be done.
  'SEND',
  'GIVE',
  'RUN',
  'WRITE',
  'DESTROY',
  'APPROVE',
  'PRAISE',
  'BUY',
  'CONTINUE',
  // What it would take, or hit.
  'SECRET',
  'CONFIG',
  'GUARD',
  // Why one should.
  'AUTHORITY',
  'NORMAL',
  'URGENT',
  'BEHALF',
  'IF',
  // What is told of and not ordered.
  'ABOUT',
  'REPORTED',
] as const

export type Meaning = (typeof MEANINGS)[number]
