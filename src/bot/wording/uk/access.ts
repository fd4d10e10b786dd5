import type { access as english } from "../en/access.ts";

/** What people are told who may not, and where the bot does not work. */
export const access: typeof english = {
  notRegistered: () => [
    "Вас тут не зареєстровано, тож нічого не сталося. Напишіть ",
    { kind: "code", text: "/whoami" },
    " і передайте відповідь тому, хто відповідає за цього бота.",
  ],
  isNobody: () => [
    "Це надіслано не від імені окремої людини (анонімний адміністратор, канал або бот), тож нічого не сталося. Надішліть від свого імені.",
  ],
  mayNotStart: (workflow) => [
    "Ви не можете запустити ",
    { kind: "code", text: workflow },
    ". Команда /workflows покаже, що ви можете запустити тут.",
  ],
  brokenHere: () =>
    "Тут сталася помилка, її записано в журнал. Жодного рішення, якого не видно на картці, не ухвалено. Спробуйте ще раз або перегляньте /status.",
  halfDone: () =>
    "Це надходило раніше, але бот зупинився, не завершивши обробки. Перегляньте /status: якщо нічого не запустилося, надішліть ще раз.",
  tooLate: () => "Це надійшло запізно, щоб на нього відповісти, тож нічого не зроблено. Надішліть ще раз.",
  nobodies: {
    anonymous_admin: "анонімний адміністратор",
    channel: "канал",
    linked_channel: "пов’язаний канал",
    via_bot: "через іншого бота",
    forwarded: "переслане повідомлення",
    bot: "бот",
    webhook: "вебхук",
    deleted: "видалений обліковий запис",
    system: "обліковий запис платформи",
    unknown: "невідомий відправник",
  },
  whoAmI: {
    account: (platform, account) => ["Ваш обліковий запис: ", { kind: "code", text: `${platform}: ${account}` }],
    nobody: (kind) => [
      `Ви пишете не з власного облікового запису (${kind}), тож для цього бота ви ніхто й не можете нічого вирішувати.`,
    ],
    person: (name, id, groups) => [
      "Для цього бота ви — ",
      { kind: "bold", text: name },
      " (",
      { kind: "code", text: id },
      ")",
      groups.length === 0 ? ", без групи." : `, ${groups.length === 1 ? "група" : "групи"}: ${groups.join(", ")}.`,
    ],
    stranger: () => [
      "Вас не зареєстровано. Той, хто відповідає за цього бота, має додати наведений вище обліковий запис до людини в розділі people: конфігурації.",
    ],
    conversation: (platform, id, topic) => [
      "Ця розмова: ",
      { kind: "code", text: topic === undefined ? `${platform}: ${id}` : `${platform}: ${id}, topic: ${topic}` },
    ],
    listed: () => "Бот тут працює.",
    notListed: () => "Бот тут не працює: рядка вище немає в розділі chats: конфігурації.",
  },
};
