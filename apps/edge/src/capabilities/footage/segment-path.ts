/** `<streamId>/<YYYY-MM-DD>/<HH>/<start ms>.mp4` in UTC, relative to the volume, with forward slashes. */
export function segmentPath(streamId: string, startAtUtcMs: number): string {
  const iso = new Date(startAtUtcMs).toISOString();
  return `${streamId}/${iso.slice(0, 10)}/${iso.slice(11, 13)}/${startAtUtcMs}.mp4`;
}

/** Folder of a volume for what repair could not read: apart from the streams, so that nobody takes it for footage. */
export const asideFolder = 'damaged';

/** `damaged/<streamId>/<start ms>.mp4`: where a segment, or a piece of it that begins then, is set aside. */
export function asidePath(streamId: string, startAtUtcMs: number): string {
  return `${asideFolder}/${streamId}/${startAtUtcMs}.mp4`;
}

/** Path of the index next to a segment. */
export function indexPath(segment: string): string {
  return segment.replace(/\.mp4$/, '.idx');
}

/** Start of a segment by its name; null when the name is not one of ours. */
export function segmentStart(path: string): number | null {
  const match = /(?:^|\/)(\d{1,15})\.mp4$/.exec(path);
  return match === null ? null : Number(match[1]);
}
