// @peculiar/x509 keeps its parts in a container that needs the metadata functions of Reflect, of which this is what it
// calls. Imported before it.
type Metadata = Map<unknown, unknown>;
const known = new WeakMap<object, Metadata>();

function metadataOf(target: object): Metadata {
  const metadata = known.get(target) ?? new Map();
  known.set(target, metadata);
  return metadata;
}

Object.assign(Reflect, {
  defineMetadata: (key: unknown, value: unknown, target: object) => void metadataOf(target).set(key, value),
  getOwnMetadata: (key: unknown, target: object) => known.get(target)?.get(key),
  getMetadata: (key: unknown, target: object) => known.get(target)?.get(key),
  metadata: (key: unknown, value: unknown) => (target: object) => void metadataOf(target).set(key, value),
});
