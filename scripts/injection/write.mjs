export function writeTables() {}
