import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './account.module.css';

interface AccountRowProps {
  name: string;
  children: ReactNode;
  /** Absent where nothing can be changed. */
  onChange?: () => void;
  /** Instead of the button: a switch. */
  control?: ReactNode;
}

/** One fact of the account, and the way to change it. */
export function AccountRow({ name, children, onChange, control }: AccountRowProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {(onChange !== undefined || control !== undefined) && (
        <dd className={classes.control}>
          {onChange !== undefined && (
            <Button
              variant="default"
              size="sm"
              aria-label={t('accounts.details.changeOf', { name })}
              onClick={onChange}
            >
              {t('accounts.details.change')}
            </Button>
          )}
          {control}
        </dd>
      )}
    </div>
  );
}
