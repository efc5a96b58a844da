/** The groups that are in both lists, in an order of their own. */
export const sharedGroups = (groupIds: readonly string[], others: readonly string[]): string[] =>
  groupIds.filter((id) => others.includes(id)).toSorted()
