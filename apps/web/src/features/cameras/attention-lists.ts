import type { CameraState } from '@sightline/contracts/cameras/camera';

/** What is known of the cameras in a state: how many there are, and the first of them. */
interface Found {
  total: { value: number };
  items: readonly unknown[];
}

/** States of which only the first cameras are shown, with how many are in each: every state has a list of its own that leads to the rest. */
export const cutStates = (states: readonly CameraState[], found: readonly (Found | undefined)[]): { state: CameraState; count: number }[] =>
  states.flatMap((state, index) => {
    const of = found[index];
    return of !== undefined && of.total.value > of.items.length ? [{ state, count: of.total.value }] : [];
  });
