/** Who is to ask whom, in other languages than English: the agent the person, or a program its users. */
import type { Lexicon } from './lexicon.ts'

/** Who speaks is to be asked; or nobody is named, and no program is spoken of that may ask its users. */
export const isToldToAsk = (clause: string, first: string, lexicon: Lexicon): boolean =>
  SPEAKER.test(first) ||
  !(
    lexicon.others.test(clause) ||
    PROGRAM_OR_USER.test(clause) ||
    ASKS_USERS.test(clause.replace(ADDS_NOTHING, ' ')) ||
    ASKS_AT.test(clause)
  )

/** "Não adicione nada": what asks is not added with it. */
const ADDS_NOTHING = /(?<!\p{L})(?:(?:não|no|ne|non)\s+|n['’])(?:adicion|añad|agreg|ajout|aggiung)\p{L}*/giu

/** A sentence of a table asks for what asks its users. */
export const asksUsers = (text: string): boolean => ASKS_USERS.test(text) && !SPEAKER.test(text)

/** A part of a program that asks is shown or added, or a clause is about what asks. */
const ASKS_USERS =
  /(?<!\p{L})(?:moda(?:le?s?|l)|dialog\p{L}*|popups?|fenêtres?|ventanas?|janelas?|finestr[ae]|venster|boutons?|bot[óã](?:n|o)|button|knop|affiche[rz]?|ajoute[rz]?|añade|añadir|agrega\p{L}*|muestra|mostrar|adicion\p{L}*|mostre|mostra(?!mi)|aggiungi|toon|voeg|füge|baue?|ergänze?|erweitere?|zeige? eine?n?|\p{L}*dialog|bestätigungs\p{L}+|implement\p{L}*|(?:qui|que|che|die|der|das|wat) (?:demande|pida|pregunte|pregunta|pergunte|pergunta|chiede|chieda|fragt|vraagt))(?!\p{L})/iu
/** "Demander confirmation avant de supprimer un fichier": nobody is told to, of one thing that a program knows. */
const ASKS_AT =
  /^\s*(?:demander|pedir|preguntar|perguntar|solicitar|chiedere|richiedere|vragen)(?!\p{L}).*(?<!\p{L})(?:supprimer|effacer|borrar|eliminar|excluir|apagar|remover|eliminare|cancellare|rimuovere|verwijderen|envoyer|enviar|inviare)(?!\p{L})/iu

const SPEAKER =
  /(?<!\p{L})(?:mich|mir|mein\p{L}*|mig|meg|moi|mon|ma|mi|conmigo|comigo|mim|minha|meu|mia|mio|mij|mijn|меня|мне|мной|мо(?:[её]|его|ей|им)|me|m['’]\p{L}+|\p{L}+(?:ame|eme|ime|me|mel[oa]s?|ami|emi|imi|mmel[oa]))(?!\p{L})|我|私|わたし|제게|저에게|나에게|내게/iu

export const PROGRAM_OR_USER =
  /(?<!\p{L})(?:app|applikation|application|aplicaci[oó]n|aplicativo|applicazione|applicatie|toepassing|s[ck]ripts?|programm?[ae]?|server|tool|cli|dialog\p{L}*|users?|nutzer\p{L}*|benutzer\p{L}*|kunden?|utilisateurs?|usuarios?|usuários?|utent[ei]|gebruikers?)(?!\p{L})|приложени|скрипт|программ|пользовател|脚本|应用|程序|用户|アプリ|スクリプト|ユーザー|앱|스크립트|사용자/iu
