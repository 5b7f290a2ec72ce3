/** Long enough for any seek: a finite duration keeps every instant seekable. Seconds. */
const durationSeconds = 400 * 86_400;

type MediaSourceClass = typeof MediaSource;

function mediaSourceClass(): MediaSourceClass | undefined {
  const scope = globalThis as { MediaSource?: MediaSourceClass; ManagedMediaSource?: MediaSourceClass };
  // iPhones have only the managed one.
  return scope.MediaSource ?? scope.ManagedMediaSource;
}

/** Whether this browser can play fragments of this type. */
export const canPlay = (mimeType: string): boolean => mediaSourceClass()?.isTypeSupported(mimeType) ?? false;

/** Whether fragments of this type carry sound. A media source takes pictures with sound or without, never first one and then the other. */
export const hasSound = (mimeType: string): boolean => mimeType.includes(',');

export interface MediaSourceHost {
  mediaSource: MediaSource;
  close(): void;
}

/** Puts an empty media source behind a video element. Rejects when the browser has none. */
export async function openMediaSource(video: HTMLVideoElement): Promise<MediaSourceHost> {
  const Source = mediaSourceClass();
  if (!Source) throw new Error('this browser has no media source');
  const mediaSource = new Source();
  const url = URL.createObjectURL(mediaSource);
  video.disableRemotePlayback = true;
  const opened = new Promise<void>((resolve) =>
    mediaSource.addEventListener('sourceopen', () => resolve(), { once: true }),
  );
  video.srcObject = null;
  video.src = url;
  await opened;
  URL.revokeObjectURL(url);
  mediaSource.duration = durationSeconds;
  return {
    mediaSource,
    close: () => {
      if (video.src !== url) return;
      video.removeAttribute('src');
      video.load();
    },
  };
}
