import { Button, Group } from '@mantine/core';
import { IconCalendarMonth, IconCalendarWeek, IconListDetails } from '@tabler/icons-react';
import { Link } from 'react-router';

const views = [
  { key: 'lista', label: 'Lista', icon: IconListDetails, to: '/admin/saidas' },
  { key: 'mes', label: 'Mês', icon: IconCalendarMonth, to: '/admin/saidas/calendario?visao=mes' },
  { key: 'semana', label: 'Semana', icon: IconCalendarWeek, to: '/admin/saidas/calendario?visao=semana' },
] as const;

/** The list of departures and their calendars; `day` is shown in the other calendar too. */
export function DepartureViews({ current, day }: { current: (typeof views)[number]['key']; day?: string }) {
  return (
    <Group component="nav" gap={4} aria-label="Saídas em">
      {views.map(({ key, label, icon: Icon, to }) => (
        <Button
          key={key}
          component={Link}
          to={day && key !== 'lista' ? `${to}&dia=${day}` : to}
          size="md"
          px="sm"
          variant={key === current ? 'light' : 'subtle'}
          aria-current={key === current ? 'page' : undefined}
          leftSection={<Icon size={18} aria-hidden />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
