import { wallTimeOf } from '@sightline/domain/time/zone-time';

const two = (value: number): string => String(value).padStart(2, '0');

/** `Dock-3-east 2026-11-20 14.05.30.png`: the camera's name without signs that file systems refuse, and the site's time. */
export function pictureFileName(cameraName: string, utcMs: number, timeZone: string): string {
  const safe =
    cameraName
      .replaceAll(/[\p{Cc}\\/:*?"<>|.]+/gu, ' ')
      .trim()
      .replaceAll(/\s+/g, '-')
      .slice(0, 80) || 'camera';
  const { year, month, day, hour, minute, second } = wallTimeOf(utcMs, timeZone);
  return `${safe} ${year}-${two(month)}-${two(day)} ${two(hour)}.${two(minute)}.${two(second)}.png`;
}

/** Saves what a video element shows, in the picture's own size, as PNG. Rejects when there is no picture. */
export async function savePicture(video: HTMLVideoElement, fileName: string): Promise<void> {
  if (video.videoWidth === 0) throw new Error('no picture to save');
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
