import { showSpan } from '../../../core/terms/show-text.ts'
import { sayReason } from '../../../words/say-reason.ts'
import type { ErrorsWords } from '../en/errors.ts'
import { sayWith } from '../say-error.ts'
import { showTime } from '../show-time.ts'
import { left } from './payments.ts'
import { trouble } from '../../../words/de/trouble.ts'

const language = 'de'
const listed = (all: readonly string[]) => all.join(', ')
const place = (name: string) => (name === 'e-mail' ? 'E-Mail' : name)

export const errors: ErrorsWords = {
  title: 'Das hat nicht geklappt',
  say: sayWith({
    not_decimal: ({ text }) => ({
      message: `Der Betrag „${text}“ ist keine einfache Dezimalzahl.`,
      fix: 'Schreib ihn mit Ziffern, zum Beispiel 5 oder 0,25.',
    }),
    zero_amount: ({ text }) => ({
      message: `Der Betrag „${text}“ ist null.`,
      fix: 'Nenne einen Betrag über null.',
    }),
    too_many_decimals: ({ text, given, token, allowed }) => ({
      message: `Der Betrag „${text}“ hat ${given} Nachkommastellen, ${token} hat nur ${allowed}.`,
      fix: `Nimm höchstens ${allowed} Nachkommastellen.`,
    }),
    evm_address: ({ address, chain }) => ({
      message: `„${address}“ ist keine Adresse auf ${chain}.`,
      fix: 'Gib eine 0x-Adresse mit 40 Hex-Ziffern an.',
    }),
    address_checksum: ({ address, chain }) => ({
      message: `„${address}“ ist keine Adresse auf ${chain}: Die Großbuchstaben passen nicht zur Prüfsumme.`,
      fix: 'Kopiere die Adresse noch einmal.',
    }),
    nobodys_address: ({ address, chain }) => ({
      message: `Zu „${address}“ auf ${chain} hat niemand den Schlüssel: Was dorthin geht, ist für immer verloren.`,
      fix: 'Gib die Adresse einer Wallet an, deren Schlüssel der Empfänger hat.',
    }),
    contract_address: ({ address, chain }) => ({
      message: `„${address}“ ist ein Contract und keine Wallet: Was auf ${chain} dorthin geht, ist für immer verloren.`,
      fix: 'Gib die Adresse einer Wallet an, deren Schlüssel der Empfänger hat.',
    }),
    bech32_address: ({ address, chain, prefix }) => ({
      message: `„${address}“ ist keine Adresse auf ${chain}.`,
      fix: `Gib eine Adresse an, die mit ${prefix}1 beginnt und deren Prüfsumme stimmt.`,
    }),
    invalid_handle: ({ handle, place: where }) =>
      where === 'e-mail'
        ? {
            message: `„${handle}“ ist keine E-Mail-Adresse.`,
            fix: 'Schreib sie ganz, zum Beispiel hello@example.com.',
          }
        : {
            message: `„${handle}“ kann kein Konto bei ${place(where)} sein.`,
            fix: 'Schreib den Benutzernamen von dort, nicht den angezeigten Namen.',
          },
    identity_off: ({ place: where, others }) => ({
      message: `An ${place(where)} kann dieser Server nicht auszahlen: Er kann dort nicht prüfen, wer jemand ist.`,
      fix:
        others.length === 0
          ? 'Schick es stattdessen an eine Wallet-Adresse.'
          : `Schick es an eine Wallet-Adresse oder hierhin: ${listed(others.map(place))}.`,
    }),
    unknown_chain: ({ chain, known }) => ({
      message: `Eine Chain „${chain}“ gibt es in diesem Netzwerk nicht.`,
      fix: `Nimm eine von diesen: ${listed(known)}.`,
    }),
    unknown_token: ({ token, known }) => ({
      message: `Einen Token „${token}“ gibt es in diesem Netzwerk nicht.`,
      fix: `Nimm einen von diesen: ${listed(known)}.`,
    }),
    unknown_denomination: ({ token, chain, homes }) => ({
      message: `${token} gibt es auf ${chain} nicht in dieser Form.`,
      fix: `In diesem Netzwerk gibt es ${token} hier: ${listed(homes)}.`,
    }),
    chain_unavailable: ({ chain }) => ({
      message: `Die Chain ${chain} ist gerade nicht erreichbar.`,
      fix: 'Versuch es gleich noch einmal; geändert wurde nichts.',
    }),
    chain_locked: ({ chain }) => ({
      message: `Der Hub hat ${chain} gesperrt: Gerade kommt von dort nichts an, und dort wird nichts ausgezahlt.`,
      fix: 'Nimm eine andere Chain, oder warte, bis diese wieder offen ist; geändert wurde nichts.',
    }),
    below_payout_fee: ({ token, chain, isWhole }) => ({
      message: `Das ist nicht mehr, als der Hub von jeder Auszahlung von ${token} auf ${chain} behält.`,
      fix: isWhole
        ? 'Nimm eine andere Chain, oder behalte es als Gutscheine.'
        : 'Nimm eine andere Chain, behalte es als Gutscheine, oder zahle mehr auf einmal aus.',
    }),
    store_unavailable: () => ({
      message: 'Gerade lässt sich hier nichts festhalten.',
      fix: 'Versuch es gleich noch einmal; was schon bestätigt wurde, bleibt erhalten.',
    }),
    not_a_hash: ({ chain }) => ({
      message: `Das ist kein Transaktions-Hash von ${chain}.`,
      fix: 'Kopiere den Hash noch einmal vollständig.',
    }),
    amount_too_large: () => ({
      message: 'Der Betrag ist zu groß.',
      fix: 'Nenne einen kleineren.',
    }),
    vouchers_not_swapped: () => ({
      message: 'Gutscheine lassen sich in diesem Netzwerk nicht direkt tauschen.',
      fix: 'Hol sie mit /withdraw als Token heraus und tausch die.',
    }),
    wallet_not_linked: () => ({
      message: 'Diese Wallet ist nicht mehr mit deinem Konto verknüpft.',
      fix: 'Sieh nach mit /wallet.',
    }),
    unknown_sign_request: () => ({
      message: 'Diese Signieranfrage gibt es nicht.',
      fix: 'Hol dir mit demselben Befehl eine neue.',
    }),
    unknown_invoice: () => ({
      message: 'Diese Rechnung gibt es nicht.',
      fix: 'Bitte die Person, die sie geschickt hat, um den Link.',
    }),
    invoice_closed: ({ state }) =>
      ({
        paid: { message: 'Diese Rechnung ist schon bezahlt.', fix: 'Zahl nichts mehr.' },
        sent: { message: 'Diese Rechnung wird gerade bezahlt.', fix: 'Zahl nichts mehr.' },
        withdrawn: { message: 'Diese Rechnung wurde zurückgezogen.', fix: 'Bitte um eine neue.' },
        expired: { message: 'Diese Rechnung ist abgelaufen.', fix: 'Bitte um eine neue.' },
        unseen: {
          message: 'Diese Rechnung wurde vielleicht im letzten Moment bezahlt.',
          fix: 'Sieh in ein paar Minuten noch einmal nach, und zahl vorher nichts.',
        },
      })[state],
    sign_request_closed: () => ({
      message: 'Diese Signieranfrage ist abgelaufen oder schon erledigt.',
      fix: 'Hol dir mit demselben Befehl eine neue.',
    }),
    sign_request_often: () => ({
      message: 'Diese Signieranfrage wurde schon zu oft geändert.',
      fix: 'Signier sie so, wie sie ist, oder verwirf sie und hol dir mit demselben Befehl eine neue.',
    }),
    sign_request_needless: () => ({
      message:
        'Diese Signieranfrage ist nicht mehr nötig: Die, an deren Stelle sie getreten war, wurde doch noch signiert.',
      fix: 'Signier nichts mehr dafür: Ihre Karte zeigt, was signiert wurde.',
    }),
    transaction_failed: ({ reason, own }) => ({
      message: `Die Chain hat die Transaktion abgelehnt: ${sayReason(trouble, reason, own)}.`,
      fix: 'Es wurde nichts bewegt. Prüf den Betrag und dein Guthaben, und versuch es noch einmal.',
    }),
    same_token: ({ token }) => ({
      message: `${token} steht auf beiden Seiten des Tauschs.`,
      fix: 'Nenne zwei verschiedene Token.',
    }),
    no_route: ({ from, to }) => ({
      message: `Kein Weg durch die Pools macht aus diesem Betrag ${from} etwas ${to}.`,
      fix: 'Versuch es mit einem größeren Betrag oder einem anderen Token.',
    }),
    swap_refused: ({ reason }) => ({
      message: `Der Router lehnt diesen Tausch ab: ${trouble.because(reason)}.`,
      fix: 'Frag nach einem neuen Kurs und versuch es damit.',
    }),
    claim_too_small: ({ amount, least }) => ({
      message: `${amount} ist zu wenig für eine einzelne Sendung.`,
      fix: `Sende jeder Person mindestens ${least}, oder sende an die Adresse einer Wallet.`,
    }),
    claim_too_large: ({ mostUsd }) => ({
      message: `Eine Sendung darf höchstens ${mostUsd} USD wert sein.`,
      fix: 'Sende weniger, oder sende es an die Adresse einer Wallet.',
    }),
    claim_without_price: ({ token }) => ({
      message: `Niemand weiß, was ${token} wert ist, deshalb könnte eine Sendung davon nicht ausgezahlt werden.`,
      fix: 'Sende einen anderen Token, oder sende es an die Adresse einer Wallet.',
    }),
    pay_out_held: ({ why, retryAfterSec }) =>
      why === 'over_limit'
        ? {
            message:
              'Zuletzt wurde mehr ausgezahlt, als dieser Dienst in so kurzer Zeit zahlt. Verloren ist nichts.',
            fix: `Warte ${showSpan(retryAfterSec, 'de')} und versuch es dann noch einmal.`,
          }
        : HELD[why],
    claims_paused: () => ({
      message:
        'Im Moment werden keine neuen Sendungen dieser Größe angenommen: Das Gas, das Auszahlungen bezahlt, wird knapp.',
      fix: 'Sende an die Adresse einer Wallet, oder versuch es später noch einmal. Was schon wartet, wird weiter ausgezahlt.',
    }),
    vouchers_gone: ({ token }) => ({
      message: `Diese Adresse hat keine Gutscheine für ${token} mehr.`,
      fix: 'Sieh dir das Guthaben ihrer Wallet an: Sie wurden schon ausgezahlt oder ausgegeben.',
    }),
    contract_elsewhere: ({ chain, elsewhere }) => ({
      message: `Diese Wallet ist ein Contract auf ${chain}, und auf ${elsewhere} kann ihre Adresse jemand anderem gehören.`,
      fix: `Zahle die Gutscheine auf ${chain} aus, oder verknüpfe mit /wallet link eine Wallet von dir auf ${elsewhere} und nimm /withdraw.`,
    }),
    pools_outdated: ({ seconds }) => ({
      message: `Der Hub hat seit ${seconds} Sekunden keinen neuen Block gezeigt.`,
      fix: 'Versuch es gleich noch einmal: Kurse gibt es von selbst wieder, sobald der Hub weitergeht.',
    }),
    unknown_quote: () => ({
      message: 'Diesen Kurs kenne ich nicht.',
      fix: 'Frag noch einmal mit /quote.',
    }),
    foreign_quote: () => ({
      message: 'Diesen Kurs hat jemand anderes abgefragt.',
      fix: 'Frag mit /quote nach deinem eigenen.',
    }),
    old_quote: () => ({
      message: 'Dieser Kurs ist über eine Minute alt.',
      fix: 'Drück „Aktualisieren“, sieh dir den Kurs an und signiere dann.',
    }),
    bad_quote: ({ loss }) => ({
      message: `Bei diesem Kurs gingen ${loss.replace('.', ',')} % verloren, also mehr als 10 %.`,
      fix: 'Tausche einen kleineren Betrag.',
    }),
    unknown_mail_link: () => ({
      message: 'Das ist kein Link aus einer unserer E-Mails, oder ein sehr alter.',
      fix: 'Öffne den Link der neuesten E-Mail.',
    }),
    statement_link_over: ({ minutes }) => ({
      message: `Dieser Link öffnet nichts mehr: Er gilt ${minutes} Minuten.`,
      fix: 'Schreib /export für einen neuen.',
    }),
    unknown_claim: () => ({
      message: 'Das gibt es nicht zum Einlösen.',
      fix: 'Öffne den Link noch einmal so, wie du ihn bekommen hast.',
    }),
    no_share: ({ why }) =>
      ({
        taken: {
          message: 'Alle Anteile sind vergeben.',
          fix: 'Sei beim nächsten Mal etwas schneller.',
        },
        coming: {
          message: 'Die Anteile sind noch nicht angekommen.',
          fix: 'Drück in ein paar Sekunden noch einmal.',
        },
        over: {
          message: 'Die Zeit für die Anteile ist vorbei; was niemand genommen hat, geht zurück.',
          fix: 'Halte Ausschau nach dem nächsten.',
        },
        closed: {
          message: 'Wer es gesendet hat, hat den Rest zurückgenommen.',
          fix: 'Halte Ausschau nach dem nächsten.',
        },
        named: {
          message: 'Keiner dieser Anteile ist für dich.',
          fix: 'Was auf dich wartet, zeigt /claim.',
        },
        drawing: {
          message: 'Die Zeit ist um, gerade wird ausgelost.',
          fix: 'Warte die Auslosung ab. Was danach übrig ist, kommt von selbst zurück.',
        },
        drawn: {
          message: 'Diese Anteile gehen an die Ausgelosten, und keiner davon ist für dich.',
          fix: 'Halte Ausschau nach der nächsten Verlosung.',
        },
        elsewhere: {
          message: 'Diese Anteile sind für die Leute in dem Chat, in dem sie stehen.',
          fix: 'Drück dort auf den Knopf.',
        },
        own: {
          message: 'Diese Anteile sind von dir.',
          fix: 'Überlass sie den anderen. Was niemand nimmt, kommt zu dir zurück.',
        },
      })[why],
    not_taken_back: ({ why }) =>
      ({
        share: {
          message:
            'Dieser Anteil ist für den, der ihn nimmt oder gezogen wird, und wird nicht einzeln zurückgenommen.',
          fix: 'Nimm alles, was noch niemand hat, mit /sent zurück. Was niemand einlöst, kommt von selbst zurück.',
        },
        bill: {
          message:
            'Das bezahlt, worum jemand gebeten hat, und wer bezahlt hat, kann es nicht zurücknehmen.',
          fix: 'Bitte um Rücksendung, wen du bezahlt hast. Was nicht eingelöst wird, kommt von selbst zurück.',
        },
      })[why],
    claim_busy: () => ({
      message: 'Das wird gerade eingelöst.',
      fix: 'Warte, bis es fertig ist; scheitert es, kann es noch einmal eingelöst werden.',
    }),
    claim_paid: () => ({
      message: 'Das wurde schon ausgezahlt.',
      fix: 'Hier gibt es nichts mehr einzulösen. Was noch wartet, zeigt /claim.',
    }),
    claim_paid_out: () => ({
      message: 'Das wurde schon ausgezahlt.',
      fix: 'Der Empfänger hat es; zurückzuholen gibt es nichts mehr.',
    }),
    claim_going_back: () => ({
      message: 'Das ist gerade auf dem Weg zurück an den Absender.',
      fix: 'Warte, bis es fertig ist; scheitert es, ist alles wie vorher.',
    }),
    claim_went_back: () => ({
      message: 'Das ging an den Absender zurück.',
      fix: 'Bitte den Absender, es noch einmal zu senden.',
    }),
    claim_came_back: () => ({
      message: 'Das ist zu dir zurückgekommen.',
      fix: 'Es gehört wieder dir, als Gutscheine; zu tun ist nichts mehr.',
    }),
    nothing_arrived: () => ({
      message: 'Davon ist noch nichts auf dem Hub angekommen, also gibt es nichts zurückzuholen.',
      fix: 'Ist es nicht signiert, lass es so. Sonst warte, bis es angekommen ist.',
    }),
    foreign_claim: ({ who }) => ({
      message: `Das ist für ${who}.`,
      fix: 'Einlösen kann es nur das Konto, an das es ging.',
    }),
    claim_held: ({ who, why }) => ({
      message:
        why === 'changed'
          ? `Das wird zurückgehalten, denn vielleicht war jemand anderes gemeint: ${who} wurde aufgegeben oder gehörte früher zu einem anderen Konto.`
          : `Das wird zurückgehalten, denn vielleicht war jemand anderes gemeint: ${who} war beim Senden schon lange nicht mehr zu sehen.`,
      fix: 'Bitte den Absender, dein Konto mit /sent zu bestätigen, oder es zurückzunehmen und als Antwort auf eine Nachricht von dir zu senden.',
    }),
    claim_frozen: () => ({
      message: 'Das ist von denen, die diesen Bot betreiben, pausiert; nichts geht verloren.',
      fix: 'Komm später wieder: Es geht dort weiter, wo es steht, und seine Frist läuft nicht.',
    }),
    returns_used_up: ({ at }) => ({
      message:
        'Du hast so viel zurückgenommen, wie in 24 Stunden für dich bezahlt werden kann; nichts geht verloren.',
      fix: `Versuch es ab dem ${showTime({ language }, at)} noch einmal; was niemand einlöst, kommt auch von selbst zurück.`,
    }),
    gasless_used_up: ({ at, isTextAlone }) => ({
      message: 'Für dich ist so viel Gas verbraucht, wie in 24 Stunden bezahlt werden kann.',
      fix: isTextAlone
        ? `Versuch es ab dem ${showTime({ language }, at)} noch einmal: Das geht nur mit einer Signatur.`
        : `Versuch es ab dem ${showTime({ language }, at)} noch einmal, oder sende es als Transaktion, deren Gas du zahlst.`,
    }),
    gasless_paused: ({ isTextAlone }) => ({
      message: 'Im Moment wird hier kein Gas für andere bezahlt.',
      fix: isTextAlone
        ? 'Versuch es später noch einmal: Das geht nur mit einer Signatur.'
        : 'Sende es als Transaktion, deren Gas du zahlst, oder versuch es später noch einmal.',
    }),
    passkey_sends_nothing: ({ address, most }) => ({
      message: `${address} ist ein Konto mit Passkey: Es signiert, sendet aber keine Transaktionen.`,
      fix:
        most === undefined
          ? 'Zahl aus einer anderen Wallet, oder gib seine Wiederherstellungswörter in einer Wallet-App ein und verknüpf es von dort noch einmal.'
          : `Teil es unter höchstens ${most} Leuten auf: Das geht mit einer Signatur.`,
    }),
    claim_cooling: ({ at }) => ({
      message: `Einlösen geht ab dem ${showTime({ language }, at)}, weil dein Konto erst vor Kurzem den Benutzernamen gewechselt hat.`,
      fix: 'Komm dann wieder, oder bitte den Absender, dein Konto mit /sent zu bestätigen.',
    }),
    claim_expired: ({ at }) => ({
      message: `Einlösen ging bis zum ${showTime({ language }, at)}; jetzt geht es zurück an den Absender.`,
      fix: 'Bitte den Absender, es noch einmal zu senden.',
    }),
    paid_by_another: () => ({
      message:
        'Das wurde aus einer anderen Wallet bezahlt als vorgesehen, deshalb kommt es nicht von selbst zurück.',
      fix: 'Der Empfänger kann es weiterhin einlösen; nur die, die diesen Bot betreiben, können es zurückgeben, an die Wallet, die bezahlt hat.',
    }),
    bound_to_own_key: () => ({
      message:
        'Das ist an einen eigenen Schlüssel des Empfängers gebunden, nur wer ihn hat, kann es bewegen.',
      fix: 'Bitte den Empfänger, es einzulösen und zurückzuschicken.',
    }),
    key_not_held: () => ({
      message: 'Das ist an einen eigenen Schlüssel des Empfängers gebunden, der nicht hier liegt.',
      fix: 'Löse es mit dem privaten Schlüssel zu dem öffentlichen ein, den der Absender angegeben hat.',
    }),
    proof_required: () => ({
      message: 'Dein Nachweis, dass du der Empfänger bist, fehlt oder ist abgelaufen.',
      fix: 'Fordere einen Bestätigungscode an und gib ihn noch einmal ein.',
    }),
    pin_required: () => ({
      message: 'Für diesen Betrag braucht es auch die PIN des Absenders.',
      fix: 'Bitte den Absender um die PIN aus 6 Zeichen.',
    }),
    wrong_pin: () => ({
      message: 'Das ist nicht die PIN des Absenders.',
      fix: 'Bitte den Absender noch einmal darum; Groß- und Kleinbuchstaben zählen.',
    }),
    wrong_otp: () => ({
      message: 'Das ist nicht die PIN des Absenders.',
      fix: 'Gib das otp des claimer an, das mit dem Payload kam; Groß- und Kleinbuchstaben zählen.',
    }),
    wrong_code: () => ({
      message: 'Dieser Code ist falsch, wurde schon benutzt oder ist abgelaufen.',
      fix: 'Nimm den Code aus der neuesten Nachricht oder fordere einen neuen an.',
    }),
    too_many_tries: ({ of }) =>
      of === 'code'
        ? { message: 'Dieser Code wurde zu oft probiert.', fix: 'Fordere einen neuen an.' }
        : of === 'claim'
          ? {
              message: 'Codes und PINs waren hier zu oft falsch.',
              fix: 'Ging es an ein Chat-Konto, löse es dort im Chat ein; sonst kann der Absender es mit /cancel zurückholen.',
            }
          : of === 'link'
            ? {
                message:
                  'Für diesen Anspruch wurden so viele neue Links gemacht, wie es geben kann.',
                fix: 'Der neueste gilt. Der Absender kann es mit /cancel zurückholen und noch einmal senden.',
              }
            : {
                message: 'Das Zurückholen wurde zu oft mit falscher PIN versucht.',
                fix: 'Hol es in dem Chat zurück, aus dem es kam, oder warte: Was niemand einlöst, kommt von selbst zurück.',
              },
    rate_limited: ({ retryAfterSec }) => ({
      message: 'Das geht gerade zu schnell.',
      fix: `Versuch es in ${retryAfterSec} s noch einmal.`,
    }),
    several_words: ({ value, field }) => ({
      message: `„${value}“ ist mehr als ein Wort.`,
      fix: `Trag dort nur das ein: ${field}.`,
    }),
    role_alone: () => ({
      message: 'Trinkgeld an eine Rolle geht nur einzeln.',
      fix: 'Gib den anderen mit einem eigenen Befehl Trinkgeld.',
    }),
    not_a_role: () => ({
      message: 'Das ist keine Rolle dieses Servers.',
      fix: 'Wähle eine Rolle.',
    }),
    unseen_person: () => ({
      message: 'Ich kann diese Person nicht sehen.',
      fix: 'Nenne jemand anderen.',
    }),
    bot_named: ({ name }) => ({
      message: `${name} ist ein Bot, und Bots können kein Trinkgeld einlösen.`,
      fix: 'Nenne eine Person.',
    }),
    button_gone: () => ({
      message: 'Dieser Knopf tut nichts mehr.',
      fix: 'Hol dir mit demselben Befehl eine neue Karte.',
    }),
    unknown_command: ({ name, close }) => ({
      message: `Den Befehl /${name} gibt es nicht.`,
      fix:
        close.length === 0
          ? 'Alle Befehle zeigt /help.'
          : `Meinst du ${close.map((known) => `/${known}`).join(' oder ')}? Alle Befehle zeigt /help.`,
    }),
    unreadable: ({ problem, fix }) => ({ message: problem, fix }),
    insufficient_balance: ({ asked, available }) =>
      available.length === 0
        ? { message: `Keine deiner Wallets hat ${asked}.`, fix: left.seeBalance }
        : {
            message: `Keine deiner Wallets hat ${asked}. Vorhanden: ${available.join('; ')}.`,
            fix: 'Nenne weniger, oder füll vorher eine dieser Wallets auf.',
          },
  }),
}

const HELD = {
  away: {
    message:
      'Der Teil dieses Dienstes, der Auszahlungen signiert, antwortet nicht. Ausgezahlt wurde nichts, und verloren ist nichts.',
    fix: 'Versuch es gleich noch einmal.',
  },
  paused: {
    message:
      'Wer diesen Dienst betreibt, hat alle Auszahlungen angehalten. Ausgezahlt wurde nichts, und verloren ist nichts.',
    fix: 'Versuch es später noch einmal.',
  },
  needs_approval: {
    message:
      'Bei so viel sieht zuerst nach, wer diesen Dienst betreibt; darum wurde gebeten. Verloren ist nichts.',
    fix: 'Versuch später noch einmal dasselbe.',
  },
  too_large: {
    message: 'Das ist mehr wert, als dieser Dienst auf einmal auszahlen darf. Verloren ist nichts.',
    fix: 'Frag die Betreiber dieses Dienstes, oder lass es an den Absender zurückgehen.',
  },
}
