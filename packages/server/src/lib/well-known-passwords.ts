/**
 * Passwords from the top of every published list that consist of letters, digits and underscores, those of China first,
 * lower-case. `refuseWeakPassword` takes numbers off the end before it looks.
 */
export const wellKnownPasswords: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345 111111 11111111 000000 00000000 666666 66666666 888888 88888888 999999
123123 123123123 123321 654321 987654321 121212 112233 11223344 147258 147258369 159357 159753 741852 741852963 789456
789456123 456789 520520 5201314 1314520 7758521 7758258 521521 131420 110110 110120 119119 100200 123654 321321 123qwe
a123456 a1234567 a12345678 a123456789 aa123456 aa123123 aaa123456 ab123456 abc123 abc123456 abc1234 abcd1234 abcd123456
asd123 asd123456 asdf1234 as123456 qq123456 q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 qwe123 qwe123456 qwer1234 qwerty qwerty1
qwerty123 qwertyui qwertyuiop qazwsx qazwsxedc qazxsw 1qaz2wsx 1qazxsw2 1q2w3e 1q2w3e4r 1q2w3e4r5t zaq12wsx zxcvbn zxcvbnm
zxc123 zxcv1234 w123456 x123456 z123456 wang123 wang1234 wang123456 zhang123 zhang123456 li123456 liu123456 chen123456
woaini woaini1314 woaini520 woaiwojia wodemima mima mima123 iloveyou iloveu loveyou love1314 caonima tiankong
xiaoming zhongguo beijing shanghai taiwan hello helloworld hello123 password password1 password12 password123 passw0rd
passwd pass pass123 pass1234 p_ssword p_ssw0rd pa55word mypassword yourpassword newpassword admin admin1 admin12 admin123
admin1234 admin12345 administrator adminadmin superadmin superuser sysadmin manager root root123 toor guest guest123
default changeme change_me letmein let_me_in welcome welcome1 login login123 master access test123 test1234 tester testing
testtest demo demo123 user user123 users username server system security company office gatehouse gate entrance door
monkey dragon sunshine princess football baseball basketball superman batman pokemon starwars whatever shadow michael
jennifer jordan jordan23 hunter hunter2 killer trustno1 ranger buster soccer hockey harley george charlie andrew daniel
thomas robert jessica pepper ginger joshua maggie summer winter spring autumn flower cheese computer internet samsung
google facebook liverpool chelsea arsenal ferrari mercedes freedom secret123 asdfgh asdfghjkl asdfasdf qweasd qweasdzxc
qweqwe asdasd zxczxc aaaaaa abcabc abcdef abcdefg abcdefgh lovely nicole ashley bailey matthew anthony babygirl purple
iloveyou1 mustang maverick phoenix cookie chocolate orange banana apple123 diamond golden silver nothing forever friends
family angel angels lucky lucky7 money million dollar yankees lakers password_1 p4ssword pa_ssword
`
    .trim()
    .split(/\s+/),
)
