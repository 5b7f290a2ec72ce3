import { useEffect, useRef, useState } from 'react';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { call } from '../../../platform/api/client.ts';
import { toApiError } from '../../../platform/api/api-error.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { missedStore } from '../../../platform/realtime/connection-store.ts';
import { onAlert } from '../alerts.live.ts';
import { afterMissing, afterUpdate, type Ringing } from './ringing.ts';
import { soundChoices } from './sound-choices.ts';
import { allowSound, soundOf } from './tones.ts';

const againMs = 4000;
/** Critical alerts that wait, of which it is asked after news were missed; what waits below them is old. */
const readAtMost = 100;

/** Critical alerts that wait, the newest first; null while they cannot be read. */
async function readWaiting() {
  const query = { handling: 'new', severity: 'critical', limit: readAtMost };
  const page = await call(alertsCalls.queue, { query }).catch(toApiError);
  return page instanceof Error ? null : page.items;
}

/** Sounds for new alerts while the screen is open. Answers whether the browser keeps it from being heard, and how to ask again. */
export function useAlertSound(): { isBlocked: boolean; allow: () => void } {
  const [isBlocked, setBlocked] = useState(false);
  const ringing = useRef<Ringing>(new Set());
  useEffect(() => {
    const play = async (severity: Parameters<typeof soundOf>[0]): Promise<void> =>
      setBlocked(!(await soundOf(severity)));
    let sinceUtcMs = serverNowUtcMs();
    let heard = new Set<string>();
    let isOver = false;
    const readMissed = async (): Promise<void> => {
      heard = new Set();
      const askedUtcMs = serverNowUtcMs();
      const around = { sinceUtcMs, heard };
      const waiting = await readWaiting();
      if (waiting === null || isOver) return;
      const before = ringing.current;
      ringing.current = afterMissing(before, waiting, around);
      sinceUtcMs = Math.max(sinceUtcMs, askedUtcMs);
      if (soundChoices().critical && [...ringing.current].some((id) => !before.has(id))) void play('critical');
    };
    const stopMissing = missedStore.subscribe(() => void readMissed());
    const stopHearing = onAlert((news) => {
      heard.add(news.alertId);
      sinceUtcMs = serverNowUtcMs();
      const after = afterUpdate(ringing.current, news, soundChoices());
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
      isOver = true;
      stopMissing();
      stopHearing();
      clearInterval(timer);
      document.removeEventListener('pointerdown', pressed);
    };
  }, []);
  return { isBlocked, allow: () => void allowSound().then((isAllowed) => setBlocked(!isAllowed)) };
}
