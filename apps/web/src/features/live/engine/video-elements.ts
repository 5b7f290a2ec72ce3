/** A video element that may start by itself: silent until the user asks for sound, never full screen on its own on phones. */
export function makeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  video.playsInline = true;
  video.disablePictureInPicture = false;
  video.tabIndex = -1;
  return video;
}
