import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { startOfDay } from '@sightline/domain/time/zone-time';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../platform/clock/use-now.ts';
import { callQuery } from '../../platform/api/client.ts';
import { useMay } from '../../platform/session/may.ts';

const minuteMs = 60_000;
const shown = 5;

const deeds = (noun: string, ...verbs: string[]): string[] => verbs.map((verb) => `${noun}.${verb}`);

/** What is another after it: not who came in, looked or took something out. */
const changing: string[] = [
  ...deeds('camera', 'create', 'update', 'move', 'remove', 'adopt', 'setImaging', 'reboot'),
  ...deeds('core', 'create', 'update', 'remove', 'claim', 'revoke', 'cloned'),
  ...deeds('location', 'create', 'update', 'remove'),
  ...deeds('building', 'create', 'update', 'remove'),
  ...deeds('floor', 'create', 'update', 'remove', 'setPlan'),
  ...deeds('alertRule', 'create', 'update', 'copy', 'remove', 'snooze'),
  ...deeds('armedAlarm', 'create', 'update', 'remove', 'arm', 'disarm'),
  ...deeds('schedule', 'create', 'update', 'remove'),
  ...deeds('user', 'join', 'leave', 'remove', 'update', 'setGroups'),
  ...deeds('invite', 'create', 'cancel'),
  ...deeds('permissionGroup', 'create', 'change', 'update', 'remove', 'setUsers'),
  ...deeds('support', 'begin', 'end', 'update', 'remove'),
  ...deeds('organization', 'update', 'setGroups'),
  ...deeds('integration', 'install', 'uninstall'),
  ...deeds('webhook', 'create', 'update', 'remove', 'switchOff'),
  ...deeds('apiKey', 'create', 'remove'),
  ...deeds('authProvider', 'create', 'update', 'remove'),
  ...deeds('loginFirewall', 'set', 'breakGlass'),
];

/** The last changes of this day of the zone, for whoever may read the log; undefined while that is not known. */
export function useChangesToday(timeZone: string): readonly AuditEntry[] | undefined {
  const mayRead = useMay('AuditView');
  const start = startOfDay(useNow(minuteMs), timeZone);
  const { data } = useQuery({
    ...callQuery(auditCalls.findByFilter, { query: { limit: shown }, body: { start, events: changing } }),
    enabled: mayRead,
    refetchInterval: minuteMs,
  });
  return mayRead ? data?.items : [];
}
