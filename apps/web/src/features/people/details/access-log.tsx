import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { useMay } from '../../../platform/session/may.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import classes from '../people.module.css';

const shown = 5;
const look = 'person.look';

/** Who looked at a person in the last ten days, for those who may read the audit log. */
export function AccessLog({ personId }: { personId: string }) {
  const { t } = useTranslation();
  const timeZone = ownZone();
  const mayRead = useMay('AuditView');
  const looks = useQuery({
    ...callQuery(auditCalls.findByFilter, { query: { limit: shown }, body: { entityId: personId, events: [look] } }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Stack gap={8}>
      <h3>{t('people.looks.title')}</h3>
      <ListScreen list={looks} failed={t('people.looks.failed')} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.text}>{t('people.looks.none')}</p>
          ) : (
            <ul className={classes.looks} aria-label={t('people.looks.title')}>
              {items.map(({ id, user, apiKeyName, created_at: at }) => (
                <li key={id}>
                  <bdi>{user?.name ?? apiKeyName ?? t('people.looks.gone')}</bdi>
                  <span className={classes.line}>
                    <Moment utcMs={at} timeZone={timeZone} to="time" />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ListScreen>
      <Link to="/settings/audit-logs" search={{ events: look }}>
        {t('people.looks.all')}
      </Link>
    </Stack>
  );
}
