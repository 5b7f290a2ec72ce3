import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './people.module.css';

interface PeopleGridProps {
  label: string;
  /** Further cards can be fetched. */
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  children: ReactNode;
}

/** Cards of people, as many beside each other as fit. */
export function PeopleGrid({ label, hasMore, isLoadingMore, onMore, children }: PeopleGridProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={classes.grid} role="group" aria-label={label}>
        {children}
      </div>
      {hasMore && (
        <div className={classes.more}>
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            {t('people.list.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
