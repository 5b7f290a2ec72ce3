import type { Permission } from '@sightline/contracts/shared/permissions';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { Row } from '../layout/row.tsx';
import classes from '../states/states.module.css';

interface DeniedProps {
  permission: Permission;
  /** The location, core or camera in question; absent for the organization. */
  entityId?: string | undefined;
  /** Only part of a page: its title is not the page's title. */
  isPart?: boolean;
  /** Where to go instead. */
  children?: ReactNode;
}

/** Instead of something that the person may not see or do: which permission is missing, and who can give it. */
export function Denied({ permission, entityId, isPart = false, children }: DeniedProps) {
  const { t } = useTranslation();
  const query = { permission, ...(entityId === undefined ? {} : { entityId }) };
  const explained = useQuery({ ...callQuery(permissionGroupsCalls.explain, { query }), staleTime: 0, retry: false });
  const administrators = explained.data?.administrators ?? [];
  const Title = isPart ? 'h2' : 'h1';
  return (
    <section className={classes.state} data-denied={permission}>
      <Title>{t('permissions.denied.title')}</Title>
      <p className={classes.text}>
        {t('permissions.denied.missing', { permission: t(`permissions.names.${permission}`) })}
      </p>
      {administrators.length === 0 ? (
        <p className={classes.text}>{t('permissions.denied.askAdministrator')}</p>
      ) : (
        <>
          <p className={classes.text}>{t('permissions.denied.whoCan')}</p>
          <ul className={classes.text}>
            {administrators.slice(0, 5).map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {children !== undefined && (
        <Row wrap gap={8} className={classes.actions}>
          {children}
        </Row>
      )}
      <p className={classes.code}>
        <bdi dir="ltr">{permission}</bdi>
      </p>
    </section>
  );
}
