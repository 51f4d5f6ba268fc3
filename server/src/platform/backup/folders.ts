/** The folders in a backup; pictures and receipts unless they are in a bucket. */
export function foldersIn({ storage }: { storage?: unknown }): string[] {
  return storage ? ['secrets'] : ['files', 'secrets'];
}
