/**
 * Which worker looks at which camera: everybody stays where they are, new ones go where the fewest are. Answers the place
 * (0 to `count` - 1) of each camera.
 */
export function assignShards(
  before: ReadonlyMap<string, number>,
  cameraIds: readonly string[],
  count: number,
): Map<string, number> {
  const after = new Map<string, number>();
  const load = Array.from({ length: count }, () => 0);
  const place = (cameraId: string, shard: number): void => {
    after.set(cameraId, shard);
    load[shard] = (load[shard] ?? 0) + 1;
  };
  for (const cameraId of cameraIds) {
    const shard = before.get(cameraId);
    if (shard !== undefined && shard < count) place(cameraId, shard);
  }
  for (const cameraId of cameraIds) if (!after.has(cameraId)) place(cameraId, load.indexOf(Math.min(...load)));
  return after;
}
