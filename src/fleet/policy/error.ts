/** What keeps a policy of the organisation from being published, pulled or put in force: nothing was changed. */
export class PolicyError extends Error {
  /** What to do about it, for people; empty where the message says it. */
  readonly remedy: string

  constructor(message: string, remedy = '') {
    super(message)
    this.remedy = remedy
  }
}
