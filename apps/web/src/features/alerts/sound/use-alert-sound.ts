import { useEffect, useRef, useState } from 'react';
import { onAlert } from '../alerts.live.ts';
import { afterNews, type Ringing } from './ringing.ts';
import { soundChoices } from './sound-choices.ts';
import { allowSound, soundOf } from './tones.ts';

const againMs = 4000;

/** Sounds for new alerts while the screen is open. Answers whether the browser keeps it from being heard, and how to ask again. */
export function useAlertSound(): { isBlocked: boolean; allow: () => void } {
  const [isBlocked, setBlocked] = useState(false);
  const ringing = useRef<Ringing>(new Set());
  useEffect(() => {
    const play = async (severity: Parameters<typeof soundOf>[0]): Promise<void> =>
      setBlocked(!(await soundOf(severity)));
    const stopHearing = onAlert((news) => {
      const after = afterNews(ringing.current, news, soundChoices());
      ringing.current = after.ringing;
      if (after.sounds !== null) void play(after.sounds);
    });
    const timer = setInterval(() => {
      if (ringing.current.size > 0 && soundChoices().critical) void play('critical');
    }, againMs);
    // Said before it matters: whoever waits for a sound should know that none will come.
    const anyOn = Object.values(soundChoices()).includes(true);
    if (anyOn) void allowSound().then((isAllowed) => setBlocked(!isAllowed));
    const pressed = (): void => void allowSound().then((isAllowed) => setBlocked(!isAllowed));
    document.addEventListener('pointerdown', pressed, { once: true });
    return () => {
      stopHearing();
      clearInterval(timer);
      document.removeEventListener('pointerdown', pressed);
    };
  }, []);
  return { isBlocked, allow: () => void allowSound().then((isAllowed) => setBlocked(!isAllowed)) };
}
