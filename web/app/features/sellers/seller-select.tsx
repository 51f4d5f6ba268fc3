import { Select, type SelectProps } from '@mantine/core';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../session/queries';

interface SellerSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  /** Empty: nobody. */
  value: string;
  /** What it means to choose nobody, where that can be. */
  nobody?: string;
  onChange: (sellerId: string) => void;
}

const NOBODY = 'nobody';

/** A seller among all, or nobody. Those who sell no more are offered only while they are chosen. */
export function SellerSelect({ value, nobody, onChange, description, ...props }: SellerSelectProps) {
  const [isOpened, setOpened] = useState(false);
  const { data, isError } = useQuery({ ...load(sellerRoutes.list), enabled: isOpened || value !== '' });
  const sellers = data?.data.filter(({ id, isActive }) => isActive || id === value) ?? [];
  return (
    <Select
      size="md"
      label="Vendedor"
      searchable
      allowDeselect={false}
      description={isError ? 'Não foi possível carregar os vendedores.' : description}
      nothingFoundMessage={data ? 'Nenhum vendedor encontrado' : 'Carregando…'}
      onDropdownOpen={() => setOpened(true)}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      {...props}
      data={[
        ...(nobody ? [{ value: NOBODY, label: nobody }] : []),
        ...sellers.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value || (nobody ? NOBODY : null)}
      onChange={(id) => onChange(id && id !== NOBODY ? id : '')}
    />
  );
}
