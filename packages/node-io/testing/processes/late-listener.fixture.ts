import { once } from 'node:events';
import { onParentGone } from '../../src/processes/on-parent-gone.ts';

// A child that listens for the end of its parent at once, or only after the parent has gone.

const isForked = process.connected;
// Keeps a forked one alive until it is ended, as work would.
if (isForked) setInterval(() => undefined, 1_000);
if (process.argv[2] === 'late') await once(process, 'disconnect');
onParentGone(() => process.exit(7));
if (process.connected) process.send?.('listening');
