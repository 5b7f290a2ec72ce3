import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, use, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../layout/ellipsis.tsx';
import { Row } from '../layout/row.tsx';
import { AsOf } from '../status/as-of.tsx';
import { HeaderFind } from './header-find.ts';
import classes from './page.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** Links to the pages above, outermost first. */
  parents?: readonly { key: string; link: ReactNode }[];
  /** One line beside the title. */
  meta?: ReactNode;
  /** The search for everything is a field rather than a sign, and stays on phones: for the places that people begin at. */
  hasWideFind?: boolean;
  /** At most one view switch, two default buttons and one primary. */
  children?: ReactNode;
}

/** Head of a page, 64 px: where one is, what it is, what can be done. */
export function PageHeader({ title, parents = [], meta, hasWideFind = false, children }: PageHeaderProps) {
  const { t } = useTranslation();
  const find = use(HeaderFind);
  useEffect(() => {
    if (typeof title === 'string') document.title = `${title} · ${t('common.app.name')}`;
  }, [title, t]);
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        {parents.length > 0 && (
          <Row align="center" gap={4} className={classes.parents}>
            {parents.map(({ key, link }, index) => (
              <Fragment key={key}>
                {index > 0 && (
                  <IconChevronRight size={14} stroke={1.75} className={classes.chevron} aria-hidden="true" />
                )}
                {link}
              </Fragment>
            ))}
          </Row>
        )}
        <Row align="baseline" gap={12} className={classes.titleLine}>
          <Ellipsis as="h1">
            <bdi>{title}</bdi>
          </Ellipsis>
          {meta !== undefined && (
            <div className={classes.meta}>{typeof meta === 'string' ? <bdi>{meta}</bdi> : meta}</div>
          )}
        </Row>
        <AsOf />
      </div>
      {(children !== undefined || find !== null) && (
        <div className={classes.actions}>
          {find !== null && (
            <span className={classes.find} data-find={hasWideFind ? 'wide' : 'sign'}>
              {find}
            </span>
          )}
          {children}
        </div>
      )}
    </header>
  );
}
