import type { Role } from '@passeio/contract/roles';

/** The password of all demonstration accounts, outside production only. */
export const DEMO_PASSWORD = 'passeio-demo';

interface DemoAccount {
  role: Role;
  name: string;
  email: string;
  cpf: string;
  birthdate: string;
  contact: string;
}

/** One account per role. */
export const demoAccounts: DemoAccount[] = [
  {
    role: 'ADMIN',
    name: 'Helena Prado Azevedo',
    email: 'admin@rotadasaguas.example',
    cpf: '12345678909',
    birthdate: '1979-03-14',
    contact: '+5535999990001',
  },
  {
    role: 'OPERATOR',
    name: 'Rafael Moura Tavares',
    email: 'operador@rotadasaguas.example',
    cpf: '11144477735',
    birthdate: '1988-09-02',
    contact: '+5535999990002',
  },
  {
    role: 'GUIDE',
    name: 'Luana Reis Andrade',
    email: 'guia@rotadasaguas.example',
    cpf: '39053344705',
    birthdate: '1991-11-20',
    contact: '+5535999990004',
  },
  {
    role: 'CLIENT',
    name: 'Clara Nogueira Dias',
    email: 'cliente@rotadasaguas.example',
    cpf: '52998224725',
    birthdate: '1994-06-27',
    contact: '+5535999990003',
  },
];

const givenNames = [
  'Ana',
  'Bruno',
  'Camila',
  'Diego',
  'Elisa',
  'Fábio',
  'Graça',
  'Heitor',
  'Iara',
  'João',
  'Lívia',
  'Marcos',
  'Nair',
  'Otávio',
  'Paula',
  'Quésia',
  'Renato',
  'Sônia',
  'Tiago',
  'Úrsula',
  'Vera',
  'Wagner',
  'Yasmin',
  'Zélia',
];
const familyNames = ['Carvalho', 'Souza Lima', 'Mendonça', 'Assunção', 'Vilela', 'Paiva'];

/** Names of up to 144 fictional travellers, all different. */
export function travellerNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const given = givenNames[index % givenNames.length];
    // Neighbours in a list have different ones, and each round of given names another.
    const family = familyNames[(index + Math.floor(index / givenNames.length)) % familyNames.length];
    return `${given} ${family}`;
  });
}

/** Places taken per trip, so that every situation can be seen; default none. */
export const takenPlaces: Record<string, number> = {
  'capitolio-canions': 31,
  'rota-do-cafe': 11,
  aparecida: 34,
  'luzes-de-natal': 18,
  aiuruoca: 15,
  'furnas-escuna': 12,
  'sao-thome': 9,
  tiradentes: 13,
};
