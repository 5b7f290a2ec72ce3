import type { FrameWatch } from './frame-watch.ts';

const presentWithinMs = 120;
const attempts = 6;

const seekedOnce = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => video.addEventListener('seeked', () => resolve(), { once: true }));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Shows the next (+1) or previous (-1) picture of a paused video. Cameras do not keep even distances, so forward looks a
 * little further until another picture is shown. Answers false when the buffer holds none.
 */
export async function stepFrame(video: HTMLVideoElement, watch: FrameWatch, direction: 1 | -1): Promise<boolean> {
  const shown = watch.last?.mediaTime ?? video.currentTime;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const distance = direction < 0 ? -0.001 : watch.frameSeconds * (1 + attempt / 4) + 0.001;
    const target = shown + distance;
    const isHeld = Array.from({ length: video.buffered.length }, (_, index) => index).some(
      (index) => target >= video.buffered.start(index) && target < video.buffered.end(index),
    );
    if (!isHeld) return false;
    const seeked = seekedOnce(video);
    video.currentTime = target;
    await Promise.race([seeked, pause(1000)]);
    for (let waited = 0; waited < presentWithinMs && watch.last?.mediaTime === shown; waited += 20) await pause(20);
    if (watch.last?.mediaTime !== shown) return true;
  }
  return false;
}
