/** Statements of graph databases (Cypher) that take away all there is. */

/** Nodes that no property or condition tells from others: all of the graph, or all of a label. */
const NODES = String.raw`\bMATCH ?\([^(){}]*\)`
/** `CALL { WITH n DETACH DELETE n } IN TRANSACTIONS`: the same in batches. */
const IN_BATCHES = String.raw`(?: (?:WITH \w+ )?CALL ?(?:\(\w*\) ?)?\{(?: WITH \w+)?)?`
const ALL_NODES = new RegExp(
  [
    `${NODES}(?: OPTIONAL MATCH[^{}]{0,200}?)?${IN_BATCHES} ?(?:DETACH )?DELETE\\b`,
    String.raw`\bDROP DATABASE\b`,
    String.raw`\bapoc\.\w+(?:\.\w+)*\( ?["']MATCH ?\([^(){}]*\) (?:RETURN|WITH) \w+["'], ?["'][^"']*\bDELETE\b`,
  ].join('|'),
  'i',
)

/** Whether a statement, or one among several, takes away all nodes of a graph or of a label. */
export function takesAllNodes(statement: string): boolean {
  return ALL_NODES.test(statement.replace(/\s+/g, ' '))
}
