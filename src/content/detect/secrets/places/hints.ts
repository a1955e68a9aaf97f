/** Words that lead to lists of codes and to logins: no single place has them. */

/** Stand where words or codes are listed that open a wallet or an account. */
export const LIST_HINTS = [
  'edger',
  'EDGER',
  'rezor',
  'REZOR',
  'm/84',
  'm/44',
  'bip39',
  'BIP39',
  'allet',
  'xpub',
  'etaMask',
  'etamask',
  'lectrum',
  'hantom',
  'odes de ',
  'digos de ',
  'words',
  'seed',
  'Seed',
  'SEED',
  'allet backup',
  'herstellungsphrase',
]
/** Stand before a user and a password. */
export const LOGIN_HINTS = ['og in ', 'ogin ', 'redentials', 'ugang']
