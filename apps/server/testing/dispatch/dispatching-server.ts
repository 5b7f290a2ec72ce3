/** A server process that a test kills. Arguments: database, folder with its master key, address of the monitoring service, token. Says where it listens. */
import { readConfig } from '../../src/app/config.ts';
import { startServer } from '../../src/app/server.ts';
import { createLog } from '../../src/platform/log/log.ts';

const [connectionString = '', dataDir = '', serviceUrl = '', token = ''] = process.argv.slice(2);
const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1', SIGHTLINE_NOONLIGHT_URL: serviceUrl };
const config = readConfig(['--data', dataDir, '--port', '0'], env);
const server = await startServer(config, { connectionString, log: createLog('silent') });
server.platform.dispatchServices.use(async () => ({ token, quota: null }));
process.stdout.write(`${server.url}\n`);
