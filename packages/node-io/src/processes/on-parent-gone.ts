/**
 * Calls `end` once when the process that forked this one is gone: its channel closed, now or before anybody listened. A parent that dies
 * while its child still loads closes the channel before the child's first line runs, and `disconnect` is not told a second time: the
 * child would go on for good, with nobody to end it. Does nothing in a process that was not forked.
 */
export function onParentGone(end: () => void): void {
  if (process.connected === false) setImmediate(end);
  else process.once('disconnect', end);
}
