import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { readCompatSources } from '../../drivers/node-av/compat-sources.ts';
import { openRtspRelay } from '../../drivers/rtsp/rtsp-relay.ts';
import { hearClock } from '../../platform/processes/shared-clock.ts';

// Native code: this file runs in a process of its own, forked by the driver. What it reads comes through relays in the same process,
// so that the recorder has no more of these streams to carry than their pictures.

const hear = readCompatSources({
  openRelay: openRtspRelay,
  send: (message) => {
    if (process.connected) process.send?.(message);
  },
});

process.on('message', (message: Parameters<typeof hear>[0]) => {
  if (!hearClock(message)) hear(message);
});
onParentGone(() => process.exit(0));
// The terminal sends Ctrl-C to the whole group: the parent decides when this process ends.
process.on('SIGINT', () => undefined);
