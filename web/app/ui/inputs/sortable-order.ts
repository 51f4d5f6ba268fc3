/** `items` with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.toSpliced(from, 1);
  const item = items[from];
  return item === undefined ? others : others.toSpliced(to, 0, item);
}
