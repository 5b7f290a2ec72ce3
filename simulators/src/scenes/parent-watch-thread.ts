import { workerData } from 'node:worker_threads';

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 250);
