import type { EventSeverity } from '@sightline/contracts/events/event';

/** Tones one after the other: Hz and ms. Worse is higher and more. */
const tones: Readonly<Record<EventSeverity, readonly (readonly [hz: number, ms: number])[]>> = {
  critical: [
    [880, 160],
    [660, 160],
    [880, 160],
  ],
  warning: [
    [660, 160],
    [523, 200],
  ],
  info: [[523, 160]],
};

const pauseMs = 60;
const volume = 0.12;

let context: AudioContext | null = null;

const opened = (): AudioContext => (context ??= new AudioContext());

/** Asks the browser for sound; answers whether it gives it. Browsers refuse until the page was pressed once. */
export async function allowSound(): Promise<boolean> {
  const audio = opened();
  // A refused page is not told: the promise just never ends.
  if (audio.state === 'suspended') await Promise.race([audio.resume(), new Promise((end) => setTimeout(end, pauseMs))]);
  return audio.state === 'running';
}

/** Sounds as a severity does. Answers whether it could be heard. */
export async function soundOf(severity: EventSeverity): Promise<boolean> {
  if (!(await allowSound())) return false;
  const audio = opened();
  let at = audio.currentTime;
  for (const [hz, ms] of tones[severity]) {
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.value = volume;
    oscillator.frequency.value = hz;
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + ms / 1000);
    at += (ms + pauseMs) / 1000;
  }
  return true;
}
