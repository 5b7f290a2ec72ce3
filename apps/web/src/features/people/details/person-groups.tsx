import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { groupsOfPerson } from '../people-queries.ts';
import classes from '../people.module.css';

/** The groups that somebody is in, each with its page; nothing while there is none. */
export function PersonGroups({ personId }: { personId: string }) {
  const { t } = useTranslation();
  const groups = useQuery(groupsOfPerson(personId)).data?.items ?? [];
  if (groups.length === 0) return null;
  return (
    <>
      <h3>{t('people.details.groups')}</h3>
      <ul className={classes.groups} aria-label={t('people.details.groups')}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link to="/database/groups/$groupType/$groupId" params={{ groupType: 'people', groupId: id }}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
