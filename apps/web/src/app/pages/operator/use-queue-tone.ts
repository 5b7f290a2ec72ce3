import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../platform/api/client.ts';
import type { QueueState } from './operator-preferences.ts';

const toneMs = 180;

/** A short tone. Browsers stay silent until the page was touched once; then there is nothing to hear. */
const playTone = (): void => {
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  gain.gain.value = 0.08;
  oscillator.frequency.value = 660;
  oscillator.connect(gain).connect(context.destination);
  oscillator.onended = () => void context.close();
  oscillator.start();
  oscillator.stop(context.currentTime + toneMs / 1000);
};

/** Sounds when more cameras need somebody than a moment ago. */
export const useQueueTone = (states: readonly QueueState[], isOn: boolean): void => {
  const results = useQueries({
    queries: states.map((state) => callQuery(camerasCalls.list, { query: { state, limit: 20 } })),
  });
  const isKnown = results.every(({ data }) => data !== undefined);
  const count = results.reduce((sum, { data }) => sum + (data?.total.value ?? 0), 0);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (!isKnown) return;
    if (isOn && before.current !== null && count > before.current) playTone();
    before.current = count;
  }, [isKnown, isOn, count]);
};
