import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { Row } from '../layout/row.tsx';
import { ungrantable } from '../permissions/missing-permission.ts';
import classes from './form-failure.module.css';

/** Why a form could not be sent and what to do, above its button; `title` says what failed where the button does not. */
export function FormFailure({ failure, title }: { failure: unknown; title?: string | undefined }) {
  const { t } = useTranslation();
  const error = toApiError(failure);
  const { code, requestId } = error;
  const permission = ungrantable(error);
  return (
    <Row as="p" gap={8} className={classes.failure} role="alert">
      <IconAlertCircle size={16} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <span>
        {title !== undefined && <strong>{title}. </strong>}
        {t(`errors.${code}`)}
        {permission !== undefined &&
          ` ${t('permissions.denied.missing', { permission: t(`permissions.names.${permission}`) })}`}
        {code === 'internal' && requestId !== null && ` (${t('common.states.requestId', { id: requestId })})`}
      </span>
    </Row>
  );
}
