/** The folders of the data folder that a backup holds: pictures only where they are not in a bucket. */
export function foldersIn({ storage }: { storage?: unknown }): string[] {
  return storage ? ['secrets'] : ['files', 'secrets'];
}
